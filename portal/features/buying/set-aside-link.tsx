import { Link } from 'react-router'

import { userPath } from '../../paths.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'

/** What the balance holds for orders that can still be paid, and the way to them. */
export function SetAsideLink() {
  const t = useWords('user')
  const amountText = useAmountText()
  const heldFen = useKnownInfo((info) => info.heldFen) ?? 0
  return heldFen > 0 ? <Link to={userPath('tcBuy')}>{t('held', { amount: amountText(heldFen) })}</Link> : null
}
