import { formatBytes } from '../../../contract/bytes.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import type { Package, Period } from './catalogue.ts'
import css from './plan-card.module.css'

const speedWords = { standard: 'speedStandard', fast: 'speedFast', fastest: 'speedFastest' } as const

/** What one gets, in a few short lines. */
export function Included({ plan, period }: { plan: Package; period: Period }) {
  const t = useWords('packages')
  const amount = formatBytes(plan.trafficBytes)
  return (
    <ul className={css.included}>
      <li>
        <Icon name="check" size={18} />
        {t(period === 'once' ? 'trafficOnce' : 'trafficMonthly', { amount })}
      </li>
      <li>
        <Icon name="check" size={18} />
        {t('devices', { count: plan.deviceLimit })}
      </li>
      <li>
        <Icon name="check" size={18} />
        {t('lines', { count: plan.lineLimit })}
      </li>
      {plan.speedClass ? (
        <li>
          <Icon name="check" size={18} />
          {t(speedWords[plan.speedClass])}
        </li>
      ) : null}
    </ul>
  )
}
