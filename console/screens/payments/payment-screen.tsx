import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PaymentDetail } from '../../../contract/console/payments.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Warning } from '../../../ui/components/warning.tsx'
import { AskGateway } from '../../features/sale/ask-gateway.tsx'
import { SaleState } from '../../features/sale/sale-state.tsx'
import { shortNumber } from '../../features/sale/short-number.ts'
import { WishSheet } from '../../features/sale/wish-sheet.tsx'
import { WishState } from '../../features/sale/wish-state.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { useTitle } from '../../features/screen/screen-title.ts'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money } from '../../features/show/money.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
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
  const mayAsk = useMay()('orders.ask')
  const client = useQueryClient()
  const [isWishing, setWishing] = useState(false)
  const again = () => void client.invalidateQueries({ queryKey: [consoleApi.payments.show.path, payment.paymentId] })
  const isOpen = payment.state === 'pending' || payment.state === 'closed'
  const canWish = payment.refundableFen > 0 && payment.wish?.state !== 'open'
  return (
    <>
      {mayAsk && (isOpen || canWish) ? (
        <ScreenActions>
          {isOpen ? <AskGateway paymentId={payment.paymentId} onDone={again} /> : null}
          {canWish ? (
            <ActionButton tone="quiet" onClick={() => setWishing(true)}>
              {t('wish')}
            </ActionButton>
          ) : null}
        </ScreenActions>
      ) : null}
      <div className={css.page}>
        {payment.isLate ? <Warning title={t('lateTitle')} text={<p>{t('lateText')}</p>} /> : null}
        <WishState wish={payment.wish} />
        <div className={css.columns}>
          <Gateway payment={payment} />
          <PaymentTold payment={payment} />
        </div>
      </div>
      {canWish ? (
        <WishSheet
          opened={isWishing}
          onClose={() => setWishing(false)}
          about={{ paymentId: payment.paymentId }}
          leftFen={payment.refundableFen}
          onDone={again}
        />
      ) : null}
    </>
  )
}

function Gateway({ payment }: { payment: PaymentDetail }) {
  const t = useWords('sales')
  const may = useMay()
  const { buyer, orderId, tradeNo, creditedTo, nextLookAt } = payment
  const merchant = payment.isOwnMerchant ? payment.merchantName : t('platformMerchant')
  const provider = payment.provider === 'epay' ? t('epay') : t('alipay')
  return (
    <Card
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
          ...(buyer
            ? [
                {
                  name: t('buyer'),
                  value: may('users.read') ? (
                    <Link className={css.link} to={`/users/${buyer.accountId}`}>
                      {buyer.userName}
                    </Link>
                  ) : (
                    buyer.userName
                  ),
                },
              ]
            : []),
          { name: t('merchant'), value: merchant },
          { name: t('channel'), value: `${t(payment.channel)} · ${provider}` },
          { name: t('outTradeNo'), value: <span className={css.number}>{payment.outTradeNo}</span> },
          ...(tradeNo === null ? [] : [{ name: t('tradeNo'), value: <span className={css.number}>{tradeNo}</span> }]),
          { name: t('colBegun'), value: <When at={payment.createdAt} /> },
          { name: t('expires'), value: <When at={payment.expiresAt} /> },
          { name: t('paidAt'), value: <When at={payment.paidAt} /> },
          ...(creditedTo === null ? [] : [{ name: t('credited'), value: t(`creditedTo_${creditedTo}`) }]),
          ...(nextLookAt === null ? [] : [{ name: t('nextLook'), value: <When at={nextLookAt} /> }]),
          ...(orderId === null
            ? []
            : [
                {
                  name: t('forOrder'),
                  value: (
                    <Link className={css.link} to={`/orders/${orderId}`}>
                      {t('openOrder')}
                    </Link>
                  ),
                },
              ]),
        ]}
      />
    </Card>
  )
}
