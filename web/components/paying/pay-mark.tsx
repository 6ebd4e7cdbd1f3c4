import type { PayType } from '../../../contract/payments.ts'
import css from './pay-mark.module.css'

/** One letter in the provider's colour: enough to know it by, and no one else's drawing. The name stands beside it. */
const letters: Record<PayType['icon'], string> = { alipay: '支', wxpay: '微', qqpay: 'Q' }

export function PayMark({ icon }: { icon: PayType['icon'] }) {
  return (
    <span className={`${css.mark} ${css[icon]}`} aria-hidden="true">
      {letters[icon]}
    </span>
  )
}
