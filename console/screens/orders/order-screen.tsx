import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { OrderDetail } from '../../../contract/console/orders.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { SaleActions } from '../../features/sale/sale-actions.tsx'
import { BuyerName } from '../../features/sale/sale-link.tsx'
import { SaleState } from '../../features/sale/sale-state.tsx'
import { shortNumber } from '../../features/sale/short-number.ts'
import { WishState } from '../../features/sale/wish-state.tsx'
import { useTitle } from '../../features/screen/screen-title.ts'
import { CopyButton } from '../../features/show/copy-button.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { OrderMoney } from './order-money.tsx'
import { OrderSteps } from './order-steps.tsx'
import css from './order.module.css'

export default function OrderScreen() {
  const t = useWords('sales')
  const { id: orderId = '' } = useParams()
  useTitle(t('orderTitle', { number: shortNumber(orderId) }))
  const query = useQuery({
    queryKey: [consoleApi.orders.show.path, orderId],
    queryFn: () => call(consoleApi.orders.show, { orderId }),
  })
  return (
    <Loaded query={query} failed={t('loadFailed')} card="" bones={<Bones count={3} height={160} />}>
      {(order) => <Shown order={order} />}
    </Loaded>
  )
}

function Shown({ order }: { order: OrderDetail }) {
  const t = useWords('sales')
  const client = useQueryClient()
  const { orderId, settledAt } = order
  return (
    <>
      <SaleActions
        about={{ orderId }}
        sale={order}
        openPaymentId={settledAt === null ? order.openPaymentId : null}
        onDone={() => void client.invalidateQueries({ queryKey: [consoleApi.orders.show.path, orderId] })}
      />
      <div className={css.page}>
        <div className={css.side}>
          <WishState wish={order.wish} />
          <Facts order={order} />
          <OrderMoney order={order} />
        </div>
        <Section title={t('stepsTitle')}>
          <OrderSteps steps={order.steps} />
        </Section>
      </div>
    </>
  )
}

function Facts({ order }: { order: OrderDetail }) {
  const t = useWords('sales')
  const states = useWords('states')
  const { buyer, state, totalFen, refundedFen, lines, byHand } = order
  const what = [t(order.action), order.packageName, order.period === null ? null : t(order.period)]
  const paid = order.channel ? t(order.channel) : order.paidBy ? t(order.paidBy) : '—'
  return (
    <Section title={t('factsTitle')} end={<SaleState state={state} amountFen={totalFen} refundedFen={refundedFen} />}>
      <FactRows
        rows={[
          { name: t('buyer'), value: <BuyerName buyer={buyer} /> },
          { name: t('what'), value: what.filter(Boolean).join(' · ') },
          { name: t('colPaidBy'), value: paid },
          ...(byHand === null ? [] : [{ name: t('soldBy'), value: byHand.by }]),
          ...(byHand?.notedFen == null ? [] : [{ name: t('noted'), value: <Money fen={byHand.notedFen} /> }]),
          { name: t('lines'), value: linesText(t, states, lines) },
          {
            name: t('ordersLabel'),
            value: (
              <span className={css.number}>
                {shortNumber(order.orderId)}
                <CopyButton text={order.orderId} label={t('copyNumber')} />
              </span>
            ),
          },
        ]}
      />
    </Section>
  )
}

type Words = ReturnType<typeof useWords<'sales'>>
type States = ReturnType<typeof useWords<'states'>>
const lineStates = ['installing', 'active', 'suspended', 'moving', 'failed'] as const

function linesText(t: Words, states: States, lines: OrderDetail['lines']): string {
  if (lines.length === 0) return t('noLines')
  return lines
    .map(({ state, count }) => {
      const known = lineStates.find((name) => name === state)
      return t('lineCount', { state: known ? states(known) : state, count })
    })
    .join(' · ')
}
