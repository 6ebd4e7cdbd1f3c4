import { OfficeIcon } from '../../features/icon/office-icon.tsx'
import { officeOf, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './office-mark.module.css'

/** Shows whose office this is. Platform staff switch offices here; a reseller's staff have only one. */
export function OfficeMark({ onSwitch }: { onSwitch: () => void }) {
  const t = useWords('shell')
  const session = useSession()
  if (session.scope !== 'platform') return <div className={css.mark}>{<Sign />}</div>
  return (
    <button type="button" className={css.mark} data-can-switch="" onClick={onSwitch} title={t('switchOffice')}>
      <Sign />
      <span className={css.turn}>
        <OfficeIcon name="switch" size={18} />
      </span>
    </button>
  )
}

function Sign() {
  const t = useWords('shell')
  const office = officeOf(useSession())
  if (!office) {
    return (
      <>
        <span className={css.platform}>
          <OfficeIcon name="platform" size={22} />
        </span>
        <span className={css.words}>
          <span className={css.title}>{t('platform')}</span>
          <span className={css.key}>{t('platformOffice')}</span>
        </span>
      </>
    )
  }
  return (
    <>
      <img className={css.icon} src={office.icon} alt="" width="34" height="34" />
      <span className={css.words}>
        <span className={css.title}>{office.title}</span>
        <span className={css.key}>
          {t('officeOf', { key: office.key })} · {office.suspended ? t('suspendedMark') : t('console')}
        </span>
      </span>
    </>
  )
}
