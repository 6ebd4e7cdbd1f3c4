import type { UserChild } from '../paths.ts'
import { HeroCard } from '../screens/overview/hero-card.tsx'
import type { HeroLook } from '../screens/overview/hero-state.ts'
import type { HeroView } from '../screens/overview/hero-view.ts'
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
  'linesOff',
  'usedUp',
  'leftShare',
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
  'expiredOther',
  'trafficResets',
  'renewTraffic',
  'onceTraffic',
  'upgradeTraffic',
  'upgradePlan',
  'askTraffic',
  'customer_service',
] as const

/** React's own card with every part it can have; first-glance.ts fills it in and removes the parts without a value. */
export function GlanceShape({ words }: { words: Record<string, string> }) {
  const said = Object.fromEntries(GLANCE_WORDS.map((key) => [key, words[key]]))
  return (
    <template id="glance" data-words={JSON.stringify(said)}>
      <div className="split">
        <div className="page">
          <HeroCard view={SHAPE} />
        </div>
        <div className="page" aria-hidden="true">
          <span className={css.card} />
        </div>
      </div>
    </template>
  )
}

/** Texts that name the value to come. Without styles, because the HTML must contain none. */
const SHAPE = {
  look: '{{look}}' as HeroLook,
  sign: '{{sign}}',
  title: '{{title}}',
  chip: '{{chip}}',
  note: '{{note}}',
  headline: '{{headline}}',
  text: '{{text}}',
  action: { to: '{{to}}' as UserChild, label: '{{label}}' },
  waterHeight: undefined,
  traffic: {
    left: '{{left}}',
    amount: '{{amount}}',
    unit: '{{unit}}',
    used: '{{used}}',
    total: '{{total}}',
    usedPercent: '{{usedPercent}}' as unknown as number,
    usedShare: '{{usedShare}}',
    usedWidth: undefined,
  },
} satisfies HeroView
