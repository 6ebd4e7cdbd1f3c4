import { useMoneyFailureText } from '../../words/money-failure-text.ts'
import { Notice } from '../../../ui/components/auth/notice.tsx'

/** What went wrong, and whether money moved. */
export function MoneyFailure({ error }: { error: unknown }) {
  const failureText = useMoneyFailureText()
  return <Notice tone="bad">{failureText(error)}</Notice>
}
