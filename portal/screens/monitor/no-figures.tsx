import { ActionButton } from '../../../ui/components/action-button.tsx'
import { PlainMessage } from '../../../ui/components/plain-message.tsx'
import type { ApiError } from '../../../ui/http/api-error.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'

type Props = { refusal: ApiError | null; onRetry: () => void; onAll: () => void }

/** Before the first figures: the server refuses, or cannot be reached. */
export function NoFigures({ refusal, onRetry, onAll }: Props) {
  const t = useWords('monitor')
  if (refusal) {
    return (
      <PlainMessage title={t('refusedTitle')} text={failureText(refusal)} fill="content">
        <ActionButton onClick={onAll}>{t('filterAll')}</ActionButton>
      </PlainMessage>
    )
  }
  return (
    <PlainMessage title={t('noLinkTitle')} text={t('noLinkText')} fill="content">
      <ActionButton onClick={onRetry}>{t('tryNow')}</ActionButton>
    </PlainMessage>
  )
}
