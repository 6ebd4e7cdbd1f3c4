import { Link, useLocation } from 'react-router'

import { Icon } from '../../../ui/components/icon.tsx'
import { OfficeIcon } from '../../features/icon/office-icon.tsx'
import { useRoleName } from '../../features/role/role-name.ts'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { isUnder, useNavGroups } from '../use-screens.ts'
import { OfficeMark } from './office-mark.tsx'
import type { Opened } from './opened.ts'
import css from './rail.module.css'
import { useSignOut } from './use-sign-out.ts'

export function Rail({ onOpen }: { onOpen: (what: Opened) => void }) {
  const t = useWords('nav')
  const { pathname } = useLocation()
  return (
    <aside className={css.rail}>
      <OfficeMark onSwitch={() => onOpen('offices')} />
      <nav className={css.nav} aria-label={t('mainNav')}>
        {useNavGroups().map(({ group, entries }) => (
          <div key={group} className={css.group}>
            <p className={css.heading}>{t(group)}</p>
            {entries.map(({ path, word, nav }) => (
              <Link
                key={path}
                className={css.entry}
                to={`/${path}`}
                aria-current={isUnder(path, pathname) ? 'page' : undefined}
              >
                <OfficeIcon name={nav.icon} size={19} />
                {t(word)}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <Member />
    </aside>
  )
}

/** Shows the signed-in member, their role and how well the account is protected. */
function Member() {
  const t = useWords('shell')
  const { member, factor } = useSession()
  const role = useRoleName()(member.role)
  const { leaving, leave } = useSignOut()
  const hasFactor = factor.totp || factor.passkeys > 0
  return (
    <div className={css.member}>
      <Link className={css.who} to="/account">
        <span className={css.initial} aria-hidden="true">
          {member.name.slice(0, 1).toUpperCase()}
        </span>
        <span className={css.words}>
          <span className={css.name}>{member.name}</span>
          <span className={css.role}>
            {role}
            <span className={css.safe} data-on={hasFactor} title={t(hasFactor ? 'factorOn' : 'factorOff')}>
              <Icon name={hasFactor ? 'shield' : 'warning'} size={14} />
            </span>
          </span>
        </span>
      </Link>
      <button
        type="button"
        className={css.out}
        aria-label={t(leaving ? 'signingOut' : 'signOut')}
        title={t('signOut')}
        aria-busy={leaving}
        onClick={leave}
      >
        <Icon name="logout" size={19} />
      </button>
    </div>
  )
}
