import type { Quote } from '../../../contract/packages.ts'
import { Price } from '../../features/buying/pay-by.tsx'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import css from './checkout.module.css'
import { useAfterRows } from './use-after-rows.ts'

/** The bill, line by line, and what will be once it is paid. */
export function QuoteFacts({ quote }: { quote: Quote }) {
  const t = useWords('packages')
  const amountText = useAmountText()
  const after = useAfterRows(quote)
  const { packageName, period, listFen, discountFen, creditFen, totalFen } = quote
  const title = quote.action === 'pack' ? packageName : `${packageName} · ${t(period)}`
  return (
    <div className={css.bill}>
      <dl>
        <BillRow name={title} value={amountText(listFen)} />
        {discountFen > 0 ? <BillRow name={t('discount')} value={`-${amountText(discountFen)}`} tone="less" /> : null}
        {creditFen > 0 ? <BillRow name={t('credit')} value={`-${amountText(creditFen)}`} tone="less" /> : null}
        <div className={css.total}>
          <dt>{t('total')}</dt>
          <dd>
            <Price fen={totalFen} />
          </dd>
        </div>
      </dl>
      {quote.action === 'upgrade' ? <p className={css.hint}>{t(upgradeHint(quote))}</p> : null}
      <h3 className={css.afterTitle}>{t('after')}</h3>
      <dl>
        {after.map(({ name, value }) => (
          <BillRow key={name} name={name} value={value} />
        ))}
      </dl>
    </div>
  )
}

/** More credit than the price is no cash: it has become time, which the date below shows. */
function upgradeHint({ listFen, discountFen, creditFen }: Quote): 'upgradeSurplus' | 'upgradeHint' {
  return creditFen > listFen - discountFen ? 'upgradeSurplus' : 'upgradeHint'
}

function BillRow({ name, value, tone }: { name: string; value: string; tone?: 'less' }) {
  return (
    <div className={css.row} data-tone={tone}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
