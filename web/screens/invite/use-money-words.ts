import { ApiError } from '../../http/api-error.ts'
import { failureText } from '../../locales/failure-text.ts'
import { useWords } from '../../locales/language.ts'

/** What happened to the money, behind what went wrong. */
export function useMoneyWords(): (error: unknown) => string {
  const t = useWords('money')
  return (error) => {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
    return `${failureText(error)} ${t(isRefused ? 'notMoved' : 'retrySafe')}`
  }
}
