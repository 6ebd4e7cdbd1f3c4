import { useEffect, useRef } from 'react'

import type { Payment } from '../../paying/use-payment.ts'
import { ChooseStep } from './choose-step.tsx'
import { type Next, OutcomeStep } from './outcome-step.tsx'
import css from './steps.module.css'
import { WaitingStep } from './waiting-step.tsx'

type Props = { payment: Payment; next?: Next | undefined }

/** A payment wherever it stands. */
export function PaymentSteps(props: Props) {
  const { trade, live } = props.payment
  const step = !trade ? 'choose' : !live.state || live.state.status === 'pending' ? 'waiting' : live.state.status
  const room = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  // The button that was pressed is gone with its step: the focus goes to the next one, not to nowhere.
  useEffect(() => {
    if (shown.current !== step) room.current?.focus()
    shown.current = step
  }, [step])
  return (
    <div ref={room} className={css.room} tabIndex={-1}>
      <Step {...props} />
    </div>
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
