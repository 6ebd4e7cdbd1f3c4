import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { Card } from '../../../ui/components/card.tsx'
import { PaymentSheet } from '../../features/paying/payment-sheet.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { usePayment } from '../../features/paying/use-payment.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { DetailSheet } from './detail-sheet.tsx'
import { NoPayments } from './no-payments.tsx'
import { PaymentList } from './payment-list.tsx'
import css from './payments.module.css'
import { usePayments } from './use-payments.ts'

export default function PaymentsScreen() {
  const t = useWords('payments')
  const { items, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePayments()
  const [openNo, setOpenNo] = useState<string | null>(null)
  const queries = useQueryClient()
  const payment = usePayment({ onPaid: () => refreshAccount(queries) })
  return (
    <Card title={t('title')}>
      {items === null ? (
        <NotYet error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      ) : items.length === 0 ? (
        <NoPayments />
      ) : (
        <PaymentList
          items={items}
          onOpen={({ out_trade_no }) => setOpenNo(out_trade_no)}
          more={hasNextPage ? { isBusy: isFetchingNextPage, onMore: () => void fetchNextPage() } : null}
        />
      )}
      <DetailSheet
        item={items?.find(({ out_trade_no }) => out_trade_no === openNo) ?? null}
        onClose={() => setOpenNo(null)}
        onResume={(item) => {
          setOpenNo(null)
          payment.resume(item)
        }}
      />
      <PaymentSheet payment={payment} />
    </Card>
  )
}

function NotYet({ error, isFetching, onRetry }: { error: unknown; isFetching: boolean; onRetry: () => void }) {
  const account = useWords('account')
  const base = useWords('base')
  if (error) {
    return (
      <RetryCard title={account('loadFailedTitle')} text={failureText(error)} busy={isFetching} onRetry={onRetry} />
    )
  }
  return (
    <div className={css.bones} role="status" aria-label={base('loading')}>
      {['a', 'b', 'c', 'd', 'e'].map((bone) => (
        <Skeleton key={bone} height={56} radius="md" />
      ))}
    </div>
  )
}
