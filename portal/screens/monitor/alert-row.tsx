import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'

import { api } from '../../../contract/api.ts'
import type { MonitorAlert } from '../../../contract/monitor-figures.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { agoText, momentText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import type { MonitorEvent } from '../../features/monitor/monitor-events.ts'
import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'
import css from './alerts-card.module.css'

type Props = {
  alert: MonitorAlert
  nowMs: number
  isBusy?: boolean
  /** Left out in the history. */
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
      <div>
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

/** `monitor:wang` on the wire: the kind of account does not matter here. */
function personOf(actor: string): string {
  return actor.slice(actor.indexOf(':') + 1)
}

function toneOf({ severity, acknowledgedAt, resolvedAt }: MonitorAlert): string {
  if (resolvedAt !== null) return 'over'
  if (acknowledgedAt !== null) return 'taken'
  return severity
}

/** An alert that cannot recover by itself ends when somebody acknowledges it. */
function closedWord({ acknowledgedAt, resolvedAt }: MonitorAlert): 'closed' | 'recovered' {
  return acknowledgedAt !== null && acknowledgedAt === resolvedAt ? 'closed' : 'recovered'
}

/** Also shown in the tab's title: somebody on call has other tabs in front. */
export function useAlertTitle(count: number): void {
  const t = useWords('monitor')
  const brandTitle = useBrand((brand) => brand.title)
  const name = `${t('title')} · ${brandTitle}`
  const title = count > 0 ? `(${count}) ${name}` : name
  useEffect(() => {
    document.title = title
    return () => {
      document.title = brandTitle
    }
  }, [title, brandTitle])
}

export function useAcknowledge(onChanged: (event: MonitorEvent) => void) {
  const t = useWords('monitor')
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (alertId: number) => call(api.monitor.ack, { alertId }),
    onSuccess(alert) {
      onChanged({ name: 'alert', data: { change: 'acknowledged', alert } })
      showMessage('success', t(alert.resolvedAt === null ? 'acknowledgedNow' : 'closedNow'))
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
  return { acknowledge: (alertId: number) => mutate(alertId), pendingId: isPending ? variables : null }
}
