import { consoleApi } from '../../../contract/console/api.ts'
import type { MonitorAlert } from '../../../contract/monitor-figures.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import items from '../../features/show/item-rows.module.css'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { Rules } from './rules.tsx'
import { Windows } from './windows.tsx'

const LOOK_MS = 10_000

/** Alerts, their thresholds, and nodes under maintenance. */
export default function AlertsScreen() {
  const t = useWords('watch')
  return (
    <div className="gap3">
      <Windows />
      <h2 className={items.heading}>{t('alerts')}</h2>
      <History />
      <Rules />
    </div>
  )
}

function History() {
  const t = useWords('watch')
  const mayAck = useMay()('alerts.write')
  const list = useList(consoleApi.alerts.list, { filters: ['state'], lookMs: LOOK_MS })
  const columns: Column<MonitorAlert>[] = [
    { key: 'what', label: t('colWhat'), card: 'title', render: (row) => row.text },
    { key: 'state', label: t('colState'), card: 'end', render: (row) => <State alert={row} /> },
    {
      key: 'when',
      label: t('colWhen'),
      sort: 'createdAt',
      card: 'under',
      render: (row) => <When at={row.createdAt} />,
    },
    { key: 'times', label: t('colTimes'), align: 'right', extra: true, render: (row) => row.times },
  ]
  const ack = async (alertId: number) => {
    try {
      await call(consoleApi.alerts.ack, { alertId })
      showMessage('success', t('ackDone'))
      list.retry()
    } catch (error) {
      showMessage('error', failureText(error))
    }
  }
  const take = (row: MonitorAlert) =>
    mayAck && row.resolvedAt === null && row.acknowledgedAt === null ? (
      <ActionButton tone="quiet" onClick={() => void ack(row.id)}>
        {t('ack')}
      </ActionButton>
    ) : null
  return (
    <ListTable
      list={list}
      label={t('alerts')}
      columns={columns}
      keyOf={(row) => String(row.id)}
      action={take}
      filters={[
        {
          key: 'state',
          label: t('filterState'),
          kind: 'choice',
          options: (['open', 'over'] as const).map((value) => ({ value, label: t(value) })),
        },
      ]}
      presets={[{ label: t('open'), filters: { state: 'open' } }]}
      empty={{ topic: 'calm', title: t('noAlerts') }}
    />
  )
}

function State({ alert: { resolvedAt, severity, acknowledgedBy } }: { alert: MonitorAlert }) {
  const t = useWords('watch')
  if (resolvedAt !== null) return <StateWord tone="off">{t('over')}</StateWord>
  if (acknowledgedBy !== null) return <StateWord tone="busy">{t('acked', { name: acknowledgedBy })}</StateWord>
  return <StateWord tone={severity === 'critical' ? 'bad' : 'warn'}>{t('open')}</StateWord>
}
