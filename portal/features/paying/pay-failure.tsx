import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'

/** A payment that could not begin. Beginning one charges nothing, whatever became of it. */
export function PayFailure({ error }: { error: unknown }) {
  const t = useWords('paying')
  return (
    <Callout tone="bad">
      {failureText(error)}
      <br />
      {t('nothingCharged')}
    </Callout>
  )
}
