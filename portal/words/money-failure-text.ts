import { ApiError } from '../../ui/http/api-error.ts'
import { failureText } from '../../ui/words/failure-text.ts'
import { useWords } from './language.ts'

/**
 * Says what went wrong with an action that moves money, and whether any moved. A refusal moved none. Without an answer
 * nobody knows, but the same key makes a second try safe.
 */
export function useMoneyFailureText(): (error: unknown) => string {
  const t = useWords('buying')
  return (error) => {
    const isRefused = error instanceof ApiError && error.isRefusal
    const text = failureText(error)
    return text + (/[.。]$/.test(text) ? ' ' : t('stop')) + t(isRefused ? 'notMoved' : 'retrySafe')
  }
}
