import type { ReactNode } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { IconButton, Icon } from '../../../ui/components/icon.tsx'
import { USER_ROOT } from '../../paths.ts'
import { useHeroState } from '../../screens/overview/use-hero-state.ts'
import { useBrand } from '../../state/brand.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import { useNavGroups } from '../nav.ts'
import css from './side-bar.module.css'
import { SideGroup } from './side-group.tsx'

/** Open from the start. The others are folded, so that everything fits a 900 px screen. */
const OPEN_GROUPS = ['groupLines', 'groupBilling'] as const

type Props = {
  leaving: boolean
  onLeave: () => void
  /** Buttons without a top bar to be in. */
  children: ReactNode
}

export function SideBar({ leaving, onLeave, children }: Props) {
  const t = useWords('user')
  const brand = useBrand()
  const groups = useNavGroups()
  const { pathname } = useLocation()
  const account = useKnownInfo((info) => info.iuser)
  return (
    <aside className={css.bar}>
      <div className={css.brand}>
        <img className={css.icon} src={brand.icon} alt="" width="36" height="36" />
        <span className={css.name}>{brand.title}</span>
      </div>
      <nav className={css.nav} aria-label={t('mainNav')}>
        <NavLink className={css.home!} to={USER_ROOT} end>
          <Icon name="home" size={20} />
          {t('home')}
        </NavLink>
        {groups.map((group) => (
          <SideGroup
            key={group.word}
            group={group}
            startsOpen={
              OPEN_GROUPS.some((word) => word === group.word) ||
              group.entries.some(({ path }) => matchPath(path, pathname))
            }
          />
        ))}
      </nav>
      {children ? <div className={css.tools}>{children}</div> : null}
      <div className={css.account}>
        <span className={css.initial} aria-hidden="true">
          {account?.slice(0, 1).toUpperCase()}
        </span>
        <span className={css.accountName}>{account}</span>
        <IconButton icon="logout" label={t(leaving ? 'signingOut' : 'signOut')} busy={leaving} onClick={onLeave} />
      </div>
    </aside>
  )
}

/** The account's full name and the state of its package. */
export function WhoAmI() {
  const info = useKnownInfo((known) => known)
  return info ? <Who info={info} /> : null
}

function Who({ info }: { info: UserInfo }) {
  const { title, chip } = useHeroState(info)
  return (
    <div className={css.who}>
      <span className={css.whoAmIInitial} aria-hidden="true">
        {info.iuser.slice(0, 1).toUpperCase()}
      </span>
      <div className={css.texts}>
        <p className={css.whoAmIName}>{info.iuser}</p>
        <p className={css.package}>{chip ? `${title} · ${chip}` : title}</p>
      </div>
    </div>
  )
}
