import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

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
import { type PayBy, PayByChoice, usePayByDefault, PayButton } from '../../features/buying/pay-by.tsx'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { AGENCY_KEY, type Application } from './agency-data.ts'
import css from './open-agency.module.css'

type Props = {
  application: Application
  feeFen: number
  intentKey: IntentKey
  opened: boolean
  onClose: () => void
  onPay: (orderId: string, amountFen: number) => void
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

function PayForm({ application, feeFen, intentKey, onClose, onPay }: Omit<Props, 'opened'>) {
  const t = useWords('open-agency')
  const amountText = useAmountText()
  const preferred = usePayByDefault(feeFen)
  const [chosen, setChosen] = useState<PayBy | null>(null)
  const payBy = chosen ?? preferred
  const create = useCreate(application, intentKey)
  const blocking = useBlockingOrder(create.error, () => create.reset())
  const pay = () =>
    create.mutate(payBy, {
      onSuccess: ({ needsPayment, orderId, amountFen }) => {
        onClose()
        if (needsPayment) onPay(orderId, amountFen)
        else showMessage('success', t('opened'))
      },
    })
  const payOther = (orderId: string, amountFen: number) => {
    onClose()
    onPay(orderId, amountFen)
  }
  return (
    <div className={css.sheet}>
      <Rows
        rows={[
          { name: t('name'), value: application.name },
          { name: t('contact'), value: application.contact },
          { name: t('feeRow'), value: amountText(feeFen) },
        ]}
      />
      <Callout tone="info">{t('reviewFirst')}</Callout>
      <PayByChoice
        totalFen={feeFen}
        value={payBy}
        onChange={(way) => {
          setChosen(way)
          create.reset()
        }}
      />
      {blocking ? (
        <BlockingOrder blocking={blocking} onPay={payOther} />
      ) : (
        <>
          {create.error ? <MoneyFailure error={create.error} /> : null}
          <PayButton payBy={payBy} totalFen={feeFen} busy={create.isPending} onPay={pay} />
        </>
      )}
    </div>
  )
}

function useCreate(application: Application, intentKey: IntentKey) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (payBy: PayBy) => {
      const wanted = { ...application, payBy }
      return call(api.agencies.create, { ...wanted, key: intentKey.of(wanted) })
    },
    onSuccess: ({ needsPayment }) => {
      intentKey.settle()
      return needsPayment ? queries.invalidateQueries({ queryKey: OPEN_ORDERS_KEY }) : refreshAccount(queries)
    },
    // For example opened in another tab: show the current state.
    onError: () => queries.invalidateQueries({ queryKey: AGENCY_KEY }),
  })
}
