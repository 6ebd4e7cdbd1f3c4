import { Skeleton } from '@mantine/core'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { useAlertHistory } from '../../features/monitor/use-alert-history.ts'
import { AlertRow } from './alert-row.tsx'
import css from './alerts-card.module.css'

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
  const base = useWords('base')
  const history = useAlertHistory(dailiKey, isShown)
  const { items, error, isFetching, refetch } = history
  if (error && items === null) {
    return (
      <RetryCard title={t('loadFailed')} text={failureText(error)} busy={isFetching} onRetry={() => void refetch()} />
    )
  }
  if (items === null) return <Skeleton height={220} radius="md" role="status" aria-label={base('loading')} />
  if (items.length === 0) return <EmptyPart topic="calm" title={t('historyEmptyTitle')} text={t('historyEmptyText')} />
  return (
    <>
      <ul className={css.alerts}>
        {items.map((alert) => (
          <AlertRow key={alert.id} alert={alert} nowMs={nowMs} />
        ))}
      </ul>
      {history.hasNextPage ? (
        <div className={css.more}>
          <ActionButton
            tone="quiet"
            fill
            busy={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {t('more')}
          </ActionButton>
        </div>
      ) : null}
    </>
  )
}
