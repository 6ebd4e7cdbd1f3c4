import { createPortal } from 'react-dom'

import { formatFen } from '../../../contract/money.ts'
import type { PaymentItem } from '../../../contract/payments.ts'
import { useBrand } from '../../state/brand.ts'
import { type Row, Rows } from '../../../ui/components/rows.tsx'
import { useWords } from '../../words/language.ts'
import { purposeWords, shownState } from './payment-state.ts'
import css from './printed-receipt.module.css'

/** On paper only, and then alone. Outside of the page's own tree, so that everything else can be left out. */
export function PrintedReceipt({ item, rows }: { item: PaymentItem; rows: readonly Row[] }) {
  const t = useWords('payments')
  const brand = useBrand((state) => state.title)
  return createPortal(
    <section className={css.receipt} aria-hidden="true">
      <h1 className={css.title}>{t('receiptFrom', { brand })}</h1>
      <Rows
        rows={[
          { name: t('what'), value: t(purposeWords[item.type]) },
          { name: t('amount'), value: `¥${formatFen(item.amountFen)}` },
          { name: t('state'), value: t(shownState(item)) },
          ...rows,
        ]}
      />
      <p className={css.note}>{t(item.payType.sandbox ? 'receiptSandbox' : 'receiptNote')}</p>
    </section>,
    document.body,
  )
}
