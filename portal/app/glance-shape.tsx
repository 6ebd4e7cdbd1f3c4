import { HeroCard } from '../screens/overview/hero-card.tsx'
import type { HeroView } from '../screens/overview/hero-view.ts'
import overview from '../screens/overview/overview-screen.module.css'
import css from './user-frame.module.css'

/** All words that the first card may need. */
export const GLANCE_WORDS = [
  'noPackage',
  'noPackageText',
  'choosePackage',
  'renew',
  'left',
  'used',
  'total',
  'usedShare',
  'endsInDays',
  'endsInHours',
  'endsSoon',
  'endedOn',
  'stateActive',
  'statePaused',
  'stateExpired',
  'pausedText',
  'pausedUntil',
  'undoPause',
  'resume',
  'expiredText',
  'noTraffic',
  'buyTraffic',
] as const

/** Every part the card can have; first-glance.ts fills in some and removes the others. */
export function GlanceShape({ words }: { words: Record<string, string> }) {
  const said = Object.fromEntries(GLANCE_WORDS.map((key) => [key, words[key]]))
  return (
    <template id="glance" data-words={JSON.stringify(said)}>
      <div className={overview.grid}>
        <HeroCard view={{ ...SHAPE, traffic: { ...SHAPE.traffic, left: words['left'] ?? '' } }} />
        <div className={overview.pair} aria-hidden="true">
          <span className={css.card} />
          <span className={css.card} />
        </div>
      </div>
    </template>
  )
}

const SHAPE = {
  title: '-',
  chip: '-',
  text: '-',
  action: { to: 'tcBuy', label: '-' },
  waterHeight: undefined,
  traffic: {
    left: '-',
    amount: '-',
    unit: '-',
    used: '-',
    total: '-',
    usedPercent: 0,
    usedShare: '-',
    usedWidth: undefined,
  },
} as const satisfies HeroView
