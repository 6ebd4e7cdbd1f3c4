import { Link } from 'react-router'

import { useWords } from '../../words/language.ts'
import { userPath } from '../../paths.ts'
import css from './email-bind.module.css'

/** Right after registering with an address as the account: said once, and left with one tap. */
export function Offer() {
  const t = useWords('email-bind')
  return (
    <div className={css.offer}>
      <p className={css.text}>{t('offer')}</p>
      <Link className={css.skip} to={userPath('')} replace>
        {t('later')}
      </Link>
    </div>
  )
}
