import { Link } from 'react-router'

import { PlainMessage } from '../../ui/components/plain-message.tsx'
import { useWords } from '../words/language.ts'
import { USER_ROOT } from '../paths.ts'
import { registerUrl } from './demo-bar.tsx'
import css from './demo.module.css'

/** Where signing out leads. */
export function DemoEnd() {
  const t = useWords('demo')
  return (
    <PlainMessage title={t('endTitle')} text={t('endText')}>
      <div className={css.ways}>
        <a className={css.main} href={registerUrl()}>
          {t('register')}
        </a>
        <Link className={css.again} to={USER_ROOT} replace>
          {t('again')}
        </Link>
      </div>
    </PlainMessage>
  )
}
