import { useState } from 'react'

import type { Payment } from './use-payment.ts'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import { type Next, OutcomeStep } from './outcome-step.tsx'
import { WaitingStep } from './waiting-step.tsx'
import { formatFen } from '../../../contract/money.ts'
import type { PayType } from '../../../contract/payments.ts'
import { useWords } from '../../words/language.ts'
import type { Bill } from './bill.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { BigAmount } from './big-amount.tsx'
import { PayFailure } from './pay-failure.tsx'
import { WayChoice } from './way-choice.tsx'

type Props = { payment: Payment; next?: Next | undefined }

/** A payment wherever it stands. */
export function PaymentSteps(props: Props) {
  const { trade, live } = props.payment
  const step = !trade ? 'choose' : !live.state || live.state.status === 'pending' ? 'waiting' : live.state.status
  return (
    <StepRoom step={step} isResult={step !== 'choose' && step !== 'waiting'}>
      <Step {...props} />
    </StepRoom>
  )
}

function Step({ payment, next }: Props) {
  const { bill, trade, live } = payment
  if (!bill) return null
  if (!trade) return <ChooseStep payment={payment} bill={bill} />
  if (!live.state || live.state.status === 'pending') {
    return <WaitingStep trade={trade} live={live} onStartOver={payment.startOver} />
  }
  return <OutcomeStep payment={payment} bill={bill} state={live.state} next={next} />
}

type ChooseStepProps = { payment: Payment; bill: Bill }

export function ChooseStep({ payment, bill }: ChooseStepProps) {
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
