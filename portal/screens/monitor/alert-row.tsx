import type { MonitorAlert } from '../../../contract/monitor-figures.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { agoText, momentText } from '../../../ui/words/moment-text.ts'
import css from './alerts-card.module.css'

type Props = {
  alert: MonitorAlert
  nowMs: number
  isBusy?: boolean
  /** Absent in the history. */
  onAcknowledge?: () => void
}

export function AlertRow({ alert, nowMs, isBusy = false, onAcknowledge }: Props) {
  const t = useWords('monitor')
  const language = useLanguage()
  const { severity, createdAt, times, acknowledgedAt, acknowledgedBy, resolvedAt, resellerId } = alert
  const isCritical = severity === 'critical'
  const facts = [
    resolvedAt === null ? agoText(createdAt, language, nowMs) : momentText(createdAt),
    ...(resellerId === null ? [] : [t('ownReseller', { key: resellerId })]),
    ...(times > 1 ? [t('timesSeen', { count: times })] : []),
    ...(acknowledgedBy === null ? [] : [t('acknowledgedBy', { name: personOf(acknowledgedBy) })]),
  ]
  return (
    <li className={css.alert} data-tone={toneOf(alert)} data-alert={alert.id}>
      <span className={css.sign}>
        <Icon name={resolvedAt === null ? 'warning' : 'check'} size={20} />
      </span>
      <div className={css.words}>
        <p className={css.kind}>
          {resolvedAt !== null ? t(closedWord(alert)) : isCritical ? t('severe') : t('caution')}
        </p>
        <p className={css.text}>{alert.text}</p>
        <p className={css.facts} title={momentText(createdAt)}>
          {facts.join(' · ')}
        </p>
      </div>
      {onAcknowledge && acknowledgedAt === null ? (
        <button type="button" className={css.take} aria-busy={isBusy} onClick={isBusy ? undefined : onAcknowledge}>
          {t('acknowledge')}
        </button>
      ) : null}
    </li>
  )
}

/** `monitor:wang` on the wire: what kind of account it is does not matter here. */
function personOf(actor: string): string {
  return actor.slice(actor.indexOf(':') + 1)
}

function toneOf({ severity, acknowledgedAt, resolvedAt }: MonitorAlert): string {
  if (resolvedAt !== null) return 'over'
  if (acknowledgedAt !== null) return 'taken'
  return severity
}

/** What cannot recover by itself ends the moment somebody takes it. */
function closedWord({ acknowledgedAt, resolvedAt }: MonitorAlert): 'closed' | 'recovered' {
  return acknowledgedAt !== null && acknowledgedAt === resolvedAt ? 'closed' : 'recovered'
}
