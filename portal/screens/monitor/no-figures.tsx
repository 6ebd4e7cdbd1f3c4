import { ActionButton } from '../../components/action-button.tsx'
import { PlainMessage } from '../../components/plain-message.tsx'
import type { ApiError } from '../../http/api-error.ts'
import { failureText } from '../../locales/failure-text.ts'
import { useWords } from '../../locales/language.ts'

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
