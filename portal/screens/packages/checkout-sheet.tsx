import { Skeleton } from '@mantine/core'
import { useState } from 'react'

import type { Quote } from '../../../contract/packages.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import { BlockingOrder, useBlockingOrder } from '../../features/buying/blocking-order.tsx'
import { MoneyDone, MoneyFailure } from '../../features/buying/money-done.tsx'
import { PayByChoice, PayButton } from '../../features/buying/pay-by.tsx'
import { type Picked, usePayChoice } from '../../features/buying/use-pay-choice.ts'
import { Connection } from '../../features/lines/connection.tsx'
import { useIsFirst } from '../../features/lines/use-is-first.ts'
import { partOf, type PayOrder } from '../../features/paying/trade.ts'
import { useWords } from '../../words/language.ts'
import type { Attempt, Bought } from './attempts.ts'
import type { PurchaseChoice } from './catalogue.ts'
import css from './checkout.module.css'
import { Coupon } from './coupon.tsx'
import { LaterFirst, useLater } from './later-first.tsx'
import { useAfterRows, QuoteFacts } from './quote-facts.tsx'
import { useCheckout, changedQuote } from './use-checkout.ts'

const titles = { new: 'newTitle', renew: 'renewTitle', upgrade: 'upgradeTitle', pack: 'packTitle' } as const

type Props = {
  wish: PurchaseChoice
  attempt: Attempt
  opened: boolean
  onClose: () => void
  onPay: PayOrder
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

/** A separate component: every opening of the sheet asks for a new price, unless the last purchase got no answer. */
function Checkout({ wish, attempt, onClose, onPay }: Omit<Props, 'opened'>) {
  const t = useWords('packages')
  const checkout = useCheckout(wish, attempt)
  const [isDone, setDone] = useState(false)
  const { quote, first } = checkout
  const payOnline: PayOrder = (bill, way) => {
    onClose()
    onPay(bill, way)
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
            <BoughtStep quote={quote} onClose={onClose} />
          ) : (
            <Confirm
              quote={quote}
              checkout={checkout}
              onLater={onClose}
              onBought={(bought, picked) => {
                if (bought.needsPayment && picked.by === 'online') payOnline(...toPay(bought, picked))
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

function toPay(
  { orderId, amountFen }: Bought,
  { way, balanceFen }: Extract<Picked, { by: 'online' }>,
): Parameters<PayOrder> {
  return [{ type: 'package', orderId, amountFen: amountFen - balanceFen, ...partOf(balanceFen) }, way]
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

const boughtTitles = { new: 'newDone', renew: 'renewDone', upgrade: 'upgradeDone', pack: 'packDone' } as const

function BoughtStep({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const t = useWords('packages')
  const rows = useAfterRows(quote)
  const paying = useWords('paying')
  const hasFirst = useIsFirst() && quote.action !== 'pack'
  return (
    <MoneyDone
      title={hasFirst ? paying('paidNext') : t(boughtTitles[quote.action])}
      rows={rows}
      isWelcome={hasFirst}
      onClose={onClose}
    >
      {hasFirst ? <Connection onDone={onClose} /> : null}
    </MoneyDone>
  )
}

type ConfirmProps = {
  quote: Quote
  checkout: ReturnType<typeof useCheckout>
  onLater: () => void
  onBought: (bought: Bought, picked: Picked) => void
  onPayOther: PayOrder
}

/** Where much of the credit would be lost, the way without a loss comes first. */
function Confirm(props: ConfirmProps) {
  const [isSure, setSure] = useState(false)
  const choice = useLater(props.quote)
  if (choice && !isSure) {
    return <LaterFirst quote={props.quote} choice={choice} onLater={props.onLater} onNow={() => setSure(true)} />
  }
  return <Bill {...props} />
}

function Bill({ quote, checkout, onBought, onPayOther }: ConfirmProps) {
  const t = useWords('packages')
  const { buy, applyCoupon } = checkout
  const { totalFen } = quote
  const choice = usePayChoice({ totalFen, purpose: 'package', hasParts: true, onChange: () => buy.reset() })
  const { picked } = choice
  const blocking = useBlockingOrder(buy.error, () => buy.reset())
  const pay = () => buy.mutate({ quote, payBy: picked.by }, { onSuccess: (bought) => onBought(bought, picked) })
  return (
    <div className="gap4">
      <QuoteFacts quote={quote} choice={choice} />
      <Coupon discountFen={quote.discountFen} onApply={applyCoupon} />
      {totalFen === 0 ? null : <PayByChoice choice={choice} />}
      {/* Beside the pressed button: further up it would be out of sight on a phone. */}
      <div className={css.pay}>
        {changedQuote(buy.error) ? <Callout tone="info">{t('priceChanged')}</Callout> : null}
        {blocking ? (
          <BlockingOrder blocking={blocking} onPay={onPayOther} />
        ) : (
          <>
            {buy.error && !changedQuote(buy.error) ? <MoneyFailure error={buy.error} /> : null}
            <PayButton choice={choice} totalFen={totalFen} busy={buy.isPending} onPay={pay} />
          </>
        )}
      </div>
    </div>
  )
}
