import { useMoneyFailureText } from '../../words/money-failure-text.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'

/** What went wrong, and whether money moved. */
export function MoneyFailure({ error }: { error: unknown }) {
  const failureText = useMoneyFailureText()
  return <Callout tone="bad">{failureText(error)}</Callout>
}
