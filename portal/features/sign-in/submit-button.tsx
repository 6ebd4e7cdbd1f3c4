import { Button } from '../../../ui/components/auth/button.tsx'
import { useWords } from '../../words/language.ts'

/** Says what the form is doing: sending, or waiting to send itself again. */
export function SubmitButton({ busy, retryInS }: { busy: boolean; retryInS: number }) {
  const t = useWords('login')
  return (
    <Button type="submit" busy={busy || retryInS > 0}>
      {retryInS > 0 ? t('retryIn', { count: retryInS }) : busy ? t('submitting') : t('submit')}
    </Button>
  )
}
