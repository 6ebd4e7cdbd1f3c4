import { createPortal } from 'react-dom'

import { useBrand } from '../../brand/brand.ts'
import { type Row, Rows } from '../../components/rows.tsx'
import { useWords } from '../../locales/language.ts'
import css from './printed-receipt.module.css'

/** On paper only, and then alone. Outside of the page's own tree, so that everything else can be left out. */
export function PrintedReceipt({ rows, isSandbox }: { rows: readonly Row[]; isSandbox: boolean }) {
  const t = useWords('payments')
  const brand = useBrand((state) => state.title)
  return createPortal(
    <section className={css.receipt} aria-hidden="true">
      <h1 className={css.title}>{t('receiptFrom', { brand })}</h1>
      <Rows rows={rows} />
      <p className={css.note}>{t(isSandbox ? 'receiptSandbox' : 'receiptNote')}</p>
    </section>,
    document.body,
  )
}
