import { useMoneyFailureText } from '../../locales/money-failure-text.ts'
import { Notice } from '../auth/notice.tsx'

/** What went wrong, and whether money moved. */
export function MoneyFailure({ error }: { error: unknown }) {
  const failureText = useMoneyFailureText()
  return <Notice tone="bad">{failureText(error)}</Notice>
}
