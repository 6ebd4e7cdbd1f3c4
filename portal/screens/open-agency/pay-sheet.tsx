import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import type { IntentKey } from '../../../ui/forms/use-intent-key.ts'
import { call } from '../../../ui/http/client.ts'
import { BlockingOrder, useBlockingOrder } from '../../features/buying/blocking-order.tsx'
import { MoneyFailure } from '../../features/buying/money-done.tsx'
import { OPEN_ORDERS_KEY } from '../../features/buying/open-orders.tsx'
import { PayByChoice, PayButton } from '../../features/buying/pay-by.tsx'
import { type Picked, usePayChoice } from '../../features/buying/use-pay-choice.ts'
import type { PayOrder } from '../../features/paying/trade.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useWords } from '../../words/language.ts'
import { AGENCY_KEY, type Application } from './agency-data.ts'

type Props = {
  application: Application
  feeFen: number
  intentKey: IntentKey
  opened: boolean
  onClose: () => void
  onPay: PayOrder
  onPaid: () => void
}

export function PaySheet({ opened, ...rest }: Props) {
  const t = useWords('open-agency')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={rest.onClose} title={t('payTitle')} closeLabel={base('close')}>
      <PayForm {...rest} />
    </Sheet>
  )
}

function PayForm({ application, feeFen, intentKey, onClose, onPay, onPaid }: Omit<Props, 'opened'>) {
  const t = useWords('open-agency')
  const create = useCreate(application, intentKey, onPaid)
  const choice = usePayChoice({
    totalFen: feeFen,
    purpose: 'agency',
    hasParts: false,
    onChange: () => create.reset(),
  })
  const { picked } = choice
  const blocking = useBlockingOrder(create.error, () => create.reset())
  const pay = () =>
    create.mutate(picked.by, {
      onSuccess: ({ needsPayment, orderId, amountFen }) => {
        onClose()
        if (needsPayment && picked.by === 'online') onPay({ type: 'agency', orderId, amountFen }, picked.way)
        else showMessage('success', t('opened'))
      },
    })
  const payOther: PayOrder = (bill) => {
    onClose()
    onPay(bill)
  }
  return (
    <div className="gap3">
      <Rows
        rows={[
          { name: t('name'), value: application.name },
          { name: t('contact'), value: application.contact },
          { name: t('feeRow'), value: choice.amountText(feeFen) },
        ]}
      />
      <Callout tone="info">{t('reviewFirst')}</Callout>
      <PayByChoice choice={choice} />
      {blocking ? (
        <BlockingOrder blocking={blocking} onPay={payOther} />
      ) : (
        <>
          {create.error ? <MoneyFailure error={create.error} /> : null}
          <PayButton choice={choice} totalFen={feeFen} busy={create.isPending} onPay={pay} />
        </>
      )}
    </div>
  )
}

function useCreate(application: Application, intentKey: IntentKey, onPaid: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (payBy: Picked['by']) => {
      const wanted = { ...application, payBy }
      return call(api.agencies.create, { ...wanted, key: intentKey.of(wanted) })
    },
    onSuccess: ({ needsPayment }) => {
      intentKey.settle()
      if (!needsPayment) onPaid()
      return needsPayment ? queries.invalidateQueries({ queryKey: OPEN_ORDERS_KEY }) : refreshAccount(queries)
    },
    // For example opened in another tab: show the current state.
    onError: () => queries.invalidateQueries({ queryKey: AGENCY_KEY }),
  })
}
