import { Link } from 'react-router'

import { PlainMessage } from '../../../ui/components/plain-message.tsx'
import { readToken } from '../../session/token.ts'
import { useWords } from '../../words/language.ts'
import css from './not-found-screen.module.css'

export function NotFoundScreen({ fill = 'page' }: { fill?: 'page' | 'content' }) {
  const t = useWords('base')
  const signedIn = readToken() !== null
  return (
    <PlainMessage title={t('notFoundTitle')} text={t('notFoundText')} fill={fill}>
      <Link className={css.way} to={signedIn ? '/user' : '/login'} replace>
        {t(signedIn ? 'backHome' : 'backToSignIn')}
      </Link>
    </PlainMessage>
  )
}
