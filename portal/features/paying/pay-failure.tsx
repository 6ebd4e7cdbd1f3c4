import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { Notice } from '../../../ui/components/auth/notice.tsx'

/** A payment that could not begin. Beginning one charges nothing, whatever became of it. */
export function PayFailure({ error }: { error: unknown }) {
  const t = useWords('paying')
  return (
    <Notice tone="bad">
      {failureText(error)}
      <br />
      {t('nothingCharged')}
    </Notice>
  )
}
