import { ApiError } from '../../http/api-error.ts'
import { failureText } from '../../locales/failure-text.ts'
import { useWords } from '../../locales/language.ts'
import { Notice } from '../auth/notice.tsx'

/**
 * What went wrong with an action that moves money, and whether any moved: a refusal moved none; without an answer nobody
 * knows, but the same key makes a second try safe.
 */
export function MoneyFailure({ error }: { error: unknown }) {
  const t = useWords('money')
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return (
    <Notice tone="bad">
      {failureText(error)}
      <br />
      {t(isRefused ? 'notCharged' : 'retrySafe')}
    </Notice>
  )
}
