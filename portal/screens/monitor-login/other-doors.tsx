import { Link } from 'react-router'

import { useWords } from '../../words/language.ts'
import css from './other-doors.module.css'

/** For whoever came here by mistake. */
export function OtherDoors() {
  const t = useWords('monitor-login')
  return (
    <>
      <p className={css.help}>{t('help')}</p>
      <p className={css.doors}>
        <Link to="/login">{t('userLogin')}</Link>
        <Link to="/online">{t('status')}</Link>
      </p>
    </>
  )
}
