import type { OrderDetail } from '../../../contract/console/orders.ts'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'

/** From the list price to the buyer's price, and, for members who may see it, to the reseller's margin. */
export function OrderMoney({ order }: { order: OrderDetail }) {
  const t = useWords('sales')
  const { listFen, discountFen, creditFen, couponCode, totalFen, refundedFen, wholesaleFen, marginFen } = order
  const { commissionFen, inviterName } = order
  const minus = (fen: number) => <Money fen={-fen} />
  // A refund takes the same share of every part: show what remained.
  const left = (fen: number) => fen - (totalFen === 0 ? 0 : Math.floor((fen * refundedFen) / totalFen))
  return (
    <Section title={t('moneyTitle')}>
      <FactRows
        rows={[
          { name: t('list'), value: <Money fen={listFen} /> },
          ...(discountFen > 0
            ? [
                {
                  name: couponCode === null ? t('discount') : t('discountBy', { code: couponCode }),
                  value: minus(discountFen),
                },
              ]
            : []),
          ...(creditFen > 0 ? [{ name: t('credit'), value: minus(creditFen) }] : []),
          { name: t('total'), value: <Money fen={totalFen} />, isSum: true },
          ...(refundedFen > 0 ? [{ name: t('refundedBack'), value: minus(refundedFen) }] : []),
          ...(wholesaleFen === null ? [] : [{ name: t('wholesale'), value: minus(left(wholesaleFen)) }]),
          ...(commissionFen !== null && commissionFen > 0
            ? [
                {
                  name: inviterName === null ? t('commission') : t('commissionTo', { name: inviterName }),
                  value: minus(left(commissionFen)),
                },
              ]
            : []),
          ...(marginFen === null ? [] : [{ name: t('margin'), value: <Money fen={marginFen} />, isSum: true }]),
        ]}
      />
    </Section>
  )
}
