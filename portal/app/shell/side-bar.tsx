import type { ReactNode } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { IconButton, Icon } from '../../../ui/components/icon.tsx'
import { USER_ROOT, userPath } from '../../paths.ts'
import { useHeroState } from '../../screens/overview/use-hero-state.ts'
import { useBrand } from '../../state/brand.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import { useNavGroups } from '../nav.ts'
import css from './side-bar.module.css'

/** What stands in the bar; everything else is behind 更多, in the sheet that a phone has too. */
const IN_BAR: readonly string[] = (
  ['line_list', 'tcBuy', 'balance', 'user_payment', 'invite', 'customer_service'] as const
).map((child) => userPath(child))

type Props = {
  leaving: boolean
  onLeave: () => void
  onMore: () => void
  /** Buttons without a top bar to be in. */
  children: ReactNode
}

export function SideBar({ leaving, onLeave, onMore, children }: Props) {
  const t = useWords('user')
  const brand = useBrand()
  const account = useKnownInfo((info) => info.iuser)
  return (
    <aside className={css.bar}>
      <div className={css.brand}>
        <img className={css.icon} src={brand.icon} alt="" width="36" height="36" />
        <span className={css.name}>{brand.title}</span>
      </div>
      <Entries onMore={onMore} />
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

function Entries({ onMore }: { onMore: () => void }) {
  const t = useWords('user')
  const { pathname } = useLocation()
  const entries = useNavGroups()
    .flatMap((group) => group.entries)
    .filter(({ path }) => IN_BAR.includes(path))
  const isElsewhere = [USER_ROOT, ...IN_BAR].every((path) => !matchPath(path, pathname))
  return (
    <nav className={css.nav} aria-label={t('mainNav')}>
      <NavLink className={css.entry!} to={USER_ROOT} end>
        <Icon name="home" size={20} />
        {t('home')}
      </NavLink>
      {entries.map(({ path, word, icon }) => (
        <NavLink key={path} className={css.entry!} to={path}>
          <Icon name={icon} size={20} />
          {t(word)}
        </NavLink>
      ))}
      <button type="button" className={css.entry} aria-current={isElsewhere || undefined} onClick={onMore}>
        <Icon name="user" size={20} />
        {t('more')}
      </button>
    </nav>
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
