import { useState } from 'react'

import type { Quote } from '../../../contract/packages.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { BlockingOrder, useBlockingOrder } from '../../features/buying/blocking-order.tsx'
import { MoneyFailure } from '../../features/buying/money-done.tsx'
import { type PayBy, PayByChoice, usePayByDefault, PayButton } from '../../features/buying/pay-by.tsx'
import { useWords } from '../../words/language.ts'
import type { Bought } from './attempts.ts'
import css from './checkout.module.css'
import { Coupon } from './coupon.tsx'
import { QuoteFacts } from './quote-facts.tsx'
import { changedQuote, type useCheckout } from './use-checkout.ts'

type Props = {
  quote: Quote
  checkout: ReturnType<typeof useCheckout>
  onBought: (bought: Bought) => void
  onPayOther: (orderId: string, amountFen: number) => void
}

export function Confirm({ quote, checkout, onBought, onPayOther }: Props) {
  const t = useWords('packages')
  const { buy, applyCoupon } = checkout
  const preferred = usePayByDefault(quote.totalFen)
  const [chosen, setChosen] = useState<PayBy | null>(null)
  const isFree = quote.totalFen === 0
  const payBy = isFree ? 'balance' : (chosen ?? preferred)
  const blocking = useBlockingOrder(buy.error, () => buy.reset())
  const pay = () => buy.mutate({ quote, payBy }, { onSuccess: onBought })
  const choose = (way: PayBy) => {
    setChosen(way)
    buy.reset()
  }
  return (
    <div className="gap4">
      <QuoteFacts quote={quote} />
      <Coupon discountFen={quote.discountFen} onApply={applyCoupon} />
      {isFree ? null : <PayByChoice totalFen={quote.totalFen} value={payBy} onChange={choose} />}
      {/* Beside the button that was pressed: further up it would be out of sight on a phone. */}
      <div className={css.pay}>
        {changedQuote(buy.error) ? <Callout tone="info">{t('priceChanged')}</Callout> : null}
        {blocking ? (
          <BlockingOrder blocking={blocking} onPay={onPayOther} />
        ) : (
          <>
            {buy.error && !changedQuote(buy.error) ? <MoneyFailure error={buy.error} /> : null}
            <PayButton payBy={payBy} totalFen={quote.totalFen} busy={buy.isPending} onPay={pay} />
          </>
        )}
      </div>
    </div>
  )
}
