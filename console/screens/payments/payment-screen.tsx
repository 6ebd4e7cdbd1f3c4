import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PaymentDetail } from '../../../contract/console/payments.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Warning } from '../../../ui/components/warning.tsx'
import { SaleActions } from '../../features/sale/sale-actions.tsx'
import { BuyerName, SaleLink } from '../../features/sale/sale-link.tsx'
import { SaleState } from '../../features/sale/sale-state.tsx'
import { shortNumber } from '../../features/sale/short-number.ts'
import { WishState } from '../../features/sale/wish-state.tsx'
import { useTitle } from '../../features/screen/screen-title.ts'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { PaymentTold } from './payment-told.tsx'
import css from './payment.module.css'

export default function PaymentScreen() {
  const t = useWords('sales')
  const { id: paymentId = '' } = useParams()
  useTitle(t('paymentTitle', { number: shortNumber(paymentId) }))
  const query = useQuery({
    queryKey: [consoleApi.payments.show.path, paymentId],
    queryFn: () => call(consoleApi.payments.show, { paymentId }),
  })
  return (
    <Loaded query={query} failed={t('loadFailed')} card="" bones={<Bones count={3} height={160} />}>
      {(payment) => <Shown payment={payment} />}
    </Loaded>
  )
}

function Shown({ payment }: { payment: PaymentDetail }) {
  const t = useWords('sales')
  const client = useQueryClient()
  const { paymentId, state } = payment
  return (
    <>
      <SaleActions
        about={{ paymentId }}
        sale={payment}
        openPaymentId={state === 'pending' || state === 'closed' ? paymentId : null}
        onDone={() => void client.invalidateQueries({ queryKey: [consoleApi.payments.show.path, paymentId] })}
      />
      <div className={css.page}>
        {payment.isLate ? <Warning title={t('lateTitle')} text={<p>{t('lateText')}</p>} /> : null}
        <WishState wish={payment.wish} />
        <div className={css.columns}>
          <Gateway payment={payment} />
          <PaymentTold payment={payment} />
        </div>
      </div>
    </>
  )
}

function Gateway({ payment }: { payment: PaymentDetail }) {
  const t = useWords('sales')
  const { buyer, orderId, tradeNo, creditedTo, nextLookAt } = payment
  const merchant = payment.isOwnMerchant ? payment.merchantName : t('platformMerchant')
  return (
    <Section
      title={t('gatewayTitle')}
      end={<SaleState state={payment.state} amountFen={payment.amountFen} refundedFen={payment.refundedFen} />}
    >
      {payment.isSandbox ? <p className={css.note}>{t('sandbox')}</p> : null}
      <FactRows
        rows={[
          { name: t('colAmount'), value: <Money fen={payment.amountFen} /> },
          ...(payment.refundedFen > 0
            ? [{ name: t('refundedBack'), value: <Money fen={-payment.refundedFen} /> }]
            : []),
          { name: t('colFor'), value: t(payment.purpose) },
          ...(buyer ? [{ name: t('buyer'), value: <BuyerName buyer={buyer} /> }] : []),
          { name: t('merchant'), value: merchant },
          { name: t('channel'), value: `${t(payment.channel)} · ${t(`provider.${payment.provider}`)}` },
          { name: t('outTradeNo'), value: <span className={css.number}>{payment.outTradeNo}</span> },
          ...(tradeNo === null ? [] : [{ name: t('tradeNo'), value: <span className={css.number}>{tradeNo}</span> }]),
          { name: t('colBegun'), value: <When at={payment.createdAt} /> },
          { name: t('expires'), value: <When at={payment.expiresAt} /> },
          { name: t('paidAt'), value: <When at={payment.paidAt} /> },
          ...(creditedTo === null ? [] : [{ name: t('credited'), value: t(`creditedTo_${creditedTo}`) }]),
          ...(nextLookAt === null ? [] : [{ name: t('nextLook'), value: <When at={nextLookAt} /> }]),
          ...(orderId === null
            ? []
            : [{ name: t('forOrder'), value: <SaleLink to={`/orders/${orderId}`}>{t('openOrder')}</SaleLink> }]),
        ]}
      />
    </Section>
  )
}
