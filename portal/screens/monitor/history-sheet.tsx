import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useAlertHistory } from '../../features/monitor/use-alert-history.ts'
import { useWords } from '../../words/language.ts'
import { AlertRow } from './alert-row.tsx'

type Props = { opened: boolean; dailiKey: number | null; nowMs: number; onClose: () => void }

export function HistorySheet({ opened, dailiKey, nowMs, onClose }: Props) {
  const t = useWords('monitor')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('history')} closeLabel={base('close')} wide>
      <History isShown={opened} dailiKey={dailiKey} nowMs={nowMs} />
    </Sheet>
  )
}

type HistoryProps = { isShown: boolean; dailiKey: number | null; nowMs: number }

function History({ isShown, dailiKey, nowMs }: HistoryProps) {
  const t = useWords('monitor')
  return (
    <PagedList
      query={useAlertHistory(dailiKey, isShown)}
      failed={t('loadFailed')}
      bones={{ count: 4, height: 52 }}
      empty={<EmptyPart topic="calm" title={t('historyEmptyTitle')} text={t('historyEmptyText')} />}
      more={t('more')}
    >
      {(items) => (
        <ul className="gap2">
          {items.map((alert) => (
            <AlertRow key={alert.id} alert={alert} nowMs={nowMs} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
