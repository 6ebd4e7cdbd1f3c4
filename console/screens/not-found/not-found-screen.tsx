import { ButtonLink } from '../../../ui/components/auth/button-link.tsx'
import { PlainMessage } from '../../../ui/components/plain-message.tsx'
import { useWords } from '../../words/language.ts'

export function NotFoundScreen() {
  const t = useWords('base')
  return (
    <PlainMessage title={t('notFoundTitle')} text={t('notFoundText')} fill="content">
      <ButtonLink to="/">{t('backHome')}</ButtonLink>
    </PlainMessage>
  )
}
