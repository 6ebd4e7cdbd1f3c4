import type { MonitorOverview } from '../../../contract/monitor-figures.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import css from './headline.module.css'
import { useAlertTitle } from './use-alert-title.ts'

/** The one sentence to be read from the other end of the room. */
export function Headline({ overview: { alerts } }: { overview: MonitorOverview }) {
  const t = useWords('monitor')
  const count = alerts.length
  const waiting = alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null).length
  const isCritical = alerts.some(({ severity }) => severity === 'critical')
  const tone = count === 0 ? 'good' : isCritical ? 'bad' : 'warn'
  useAlertTitle(count)
  return (
    <section className={css.headline} data-tone={tone}>
      <span className={css.sign}>
        <Icon name={count === 0 ? 'check' : 'warning'} size={28} />
      </span>
      <p className={css.words}>
        <strong className={css.title}>{count === 0 ? t('allWell') : t('openAlerts', { count })}</strong>
        <span className={css.text}>
          {count === 0
            ? t('allWellText')
            : waiting > 0
              ? t('unacknowledged', { count: waiting })
              : t('allAcknowledged')}
        </span>
      </p>
    </section>
  )
}
