import { useState } from 'react'

import type { MonitorAlert } from '../../../contract/monitor-figures.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import type { MonitorEvent } from '../../features/monitor/monitor-events.ts'
import { useWords } from '../../words/language.ts'
import { AlertRow, useAcknowledge } from './alert-row.tsx'
import css from './alerts-card.module.css'
import { HistorySheet } from './history-sheet.tsx'

type Props = {
  alerts: readonly MonitorAlert[]
  dailiKey: number | null
  nowMs: number
  onChanged: (event: MonitorEvent) => void
}

/** Open alerts; the others are behind 历史告警. */
export function AlertsCard({ alerts, dailiKey, nowMs, onChanged }: Props) {
  const t = useWords('monitor')
  const [isHistory, setHistory] = useState(false)
  const { acknowledge, pendingId } = useAcknowledge(onChanged)
  return (
    <Card
      title={t('alerts')}
      end={
        <button type="button" className={css.link} onClick={() => setHistory(true)}>
          {t('history')}
        </button>
      }
    >
      {alerts.length === 0 ? (
        <p className={css.none}>
          <Icon name="check" size={20} />
          {t('allWellText')}
        </p>
      ) : null}
      <ul className="gap2">
        {alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            nowMs={nowMs}
            isBusy={pendingId === alert.id}
            onAcknowledge={() => acknowledge(alert.id)}
          />
        ))}
      </ul>
      <HistorySheet opened={isHistory} dailiKey={dailiKey} nowMs={nowMs} onClose={() => setHistory(false)} />
    </Card>
  )
}
