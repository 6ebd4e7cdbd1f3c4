import { useQueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { PaymentItem } from '../../../contract/payments.ts'
import { Card } from '../../../ui/components/card.tsx'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { Panes, useHasPanes } from '../../../ui/components/panes.tsx'
import { call } from '../../../ui/http/client.ts'
import { PAYMENTS_KEY } from '../../features/paying/payment-list.ts'
import { PaymentSheet } from '../../features/paying/payment-sheet.tsx'
import { usePayment } from '../../features/paying/use-payment.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useWords } from '../../words/language.ts'
import { Detail } from './detail.tsx'
import { NoPayments, PaymentList } from './payment-list.tsx'

type Status = PaymentItem['status']
const CHIPS = ['', 'pending', 'paid', 'closed', 'refunded'] as const satisfies readonly (Status | '')[]

export default function PaymentsScreen() {
  const t = useWords('payments')
  const user = useWords('user')
  const base = useWords('base')
  const [status, setStatus] = useState<Status | ''>('')
  const payments = usePayments(status)
  const hasPanes = useHasPanes()
  const [openNo, setOpenNo] = useState<string | null>(null)
  const queries = useQueryClient()
  const payment = usePayment({ onOver: () => refreshAccount(queries) })
  // Beside the list there is always one to see.
  const found = payments.items.find(({ out_trade_no }) => out_trade_no === openNo)
  const item = found ?? (hasPanes ? payments.items[0] : null) ?? null
  const isReceipt = item?.status === 'paid' || item?.status === 'refunded'
  const resume = (unpaid: PaymentItem) => {
    setOpenNo(null)
    payment.resume(unpaid)
  }
  return (
    <Panes
      detail={
        item ? (
          <Detail key={item.out_trade_no} item={item} receiptText={payments.receiptText} onResume={resume} />
        ) : null
      }
      title={t(isReceipt ? 'receipt' : 'details')}
      closeLabel={base('close')}
      onClose={() => setOpenNo(null)}
    >
      <Card title={t('title')}>
        {status !== '' || payments.items.length > 0 ? (
          <FilterChips
            label={t('state')}
            options={CHIPS.map((value) => ({ value, label: t(value || 'all') }))}
            value={status}
            onChange={setStatus}
          />
        ) : null}
        <PagedList
          query={payments}
          failed={user('loadFailedTitle')}
          bones={{ count: 5, height: 56 }}
          empty={status === '' ? <NoPayments /> : <p>{t('noneOfState')}</p>}
          more={t('more')}
        >
          {(items) => (
            <PaymentList
              items={items}
              chosen={item?.out_trade_no ?? null}
              onOpen={({ out_trade_no }) => setOpenNo(out_trade_no)}
            />
          )}
        </PagedList>
      </Card>
      <PaymentSheet payment={payment} />
    </Panes>
  )
}

export function usePayments(status: Status | '' = '') {
  const query = useInfiniteQuery({
    queryKey: [...PAYMENTS_KEY, 'all', status],
    queryFn: ({ pageParam }) =>
      call(api.payments.list, { ...(status ? { status } : {}), ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  const pages = query.data?.pages ?? []
  return { ...query, items: pages.flatMap((page) => page.items), receiptText: pages[0]?.receiptText ?? '' }
}
