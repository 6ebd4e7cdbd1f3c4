import type { Payment } from './use-payment.ts'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import { ChooseStep } from './choose-step.tsx'
import { type Next, OutcomeStep } from './outcome-step.tsx'
import { WaitingStep } from './waiting-step.tsx'

type Props = { payment: Payment; next?: Next | undefined }

/** A payment wherever it stands. */
export function PaymentSteps(props: Props) {
  const { trade, live } = props.payment
  const step = !trade ? 'choose' : !live.state || live.state.status === 'pending' ? 'waiting' : live.state.status
  return (
    <StepRoom step={step}>
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
