import { Skeleton } from '@mantine/core'
import { useState } from 'react'

import { Loaded } from '../../../ui/components/loaded.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import { useWords } from '../../words/language.ts'
import type { Attempt } from './attempts.ts'
import { Bought } from './bought.tsx'
import type { Wish } from './catalogue.ts'
import { Confirm } from './confirm.tsx'
import { useCheckout } from './use-checkout.ts'

const titles = { new: 'newTitle', renew: 'renewTitle', upgrade: 'upgradeTitle', pack: 'packTitle' } as const

type Props = {
  wish: Wish
  attempt: Attempt
  opened: boolean
  onClose: () => void
  onPay: (orderId: string, amountFen: number) => void
}

export function CheckoutSheet({ opened, ...rest }: Props) {
  const t = useWords('packages')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={rest.onClose} title={t(titles[rest.wish.action])} closeLabel={base('close')}>
      <Checkout {...rest} />
    </Sheet>
  )
}

/** Its own component: every opening of the sheet asks for a price of its own, unless the last one was not answered. */
function Checkout({ wish, attempt, onClose, onPay }: Omit<Props, 'opened'>) {
  const t = useWords('packages')
  const checkout = useCheckout(wish, attempt)
  const [isDone, setDone] = useState(false)
  const { quote, first } = checkout
  const payOnline = (orderId: string, amountFen: number) => {
    onClose()
    onPay(orderId, amountFen)
  }
  return (
    <StepRoom step={!quote && first.error ? 'failed' : isDone ? 'done' : 'confirm'}>
      <Loaded
        query={{ ...first, data: quote ?? undefined }}
        failed={t('quoteFailed')}
        bones={<Bones />}
        bonesClass="gap4"
      >
        {(quote) =>
          isDone ? (
            <Bought quote={quote} onClose={onClose} />
          ) : (
            <Confirm
              quote={quote}
              checkout={checkout}
              onBought={({ needsPayment, orderId, amountFen }) => {
                if (needsPayment) payOnline(orderId, amountFen)
                else setDone(true)
              }}
              onPayOther={payOnline}
            />
          )
        }
      </Loaded>
    </StepRoom>
  )
}

function Bones() {
  return (
    <>
      <Skeleton height={132} radius="md" />
      <Skeleton height={60} radius="lg" />
      <Skeleton height={60} radius="lg" />
      <Skeleton height={44} radius="md" />
    </>
  )
}
