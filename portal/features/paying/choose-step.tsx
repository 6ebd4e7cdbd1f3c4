import { useState } from 'react'

import { formatFen } from '../../../contract/money.ts'
import type { PayType } from '../../../contract/payments.ts'
import { useWords } from '../../words/language.ts'
import type { Bill } from './bill.ts'
import type { Payment } from './use-payment.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { BigAmount } from './big-amount.tsx'
import { PayFailure } from './pay-failure.tsx'
import { WayChoice } from './way-choice.tsx'

type Props = { payment: Payment; bill: Bill }

export function ChooseStep({ payment, bill }: Props) {
  const t = useWords('paying')
  const [chosen, setChosen] = useState<PayType | null>(null)
  const types = payment.ways.state === 'ready' ? payment.ways.types : []
  const way = types.find(({ id }) => id === chosen?.id) ?? types[0] ?? null
  return (
    <div className="gap4">
      <BigAmount label={t('toPay')} fen={bill.amountFen} />
      <WayChoice ways={payment.ways} chosenId={way?.id ?? null} onChoose={setChosen} />
      {payment.failure ? <PayFailure error={payment.failure} /> : null}
      {way ? (
        <Button busy={payment.isBusy} onClick={() => payment.pay(bill, way)}>
          {payment.isBusy ? t('starting') : t('payNow', { amount: `¥${formatFen(bill.amountFen)}` })}
        </Button>
      ) : null}
    </div>
  )
}
