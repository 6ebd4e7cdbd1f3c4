import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router'

import { Icon } from '../../../ui/components/icon.tsx'
import { OfficeIcon } from '../../features/icon/office-icon.tsx'
import { useRoleName } from '../../features/role/role-name.ts'
import { WaitingCount } from '../../features/waiting/waiting-count.tsx'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import type { NavGroup } from '../screen-types.ts'
import { isUnder, type NavEntry, useNavGroups } from '../use-screens.ts'
import { OfficeMark } from './office-mark.tsx'
import { openGroups, type Pressed } from './open-groups.ts'
import type { Opened } from './opened.ts'
import css from './rail.module.css'
import { useSignOut } from './use-sign-out.ts'

export function Rail({ onOpen }: { onOpen: (what: Opened) => void }) {
  const t = useWords('nav')
  const { pathname } = useLocation()
  const groups = useNavGroups()
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const open = openGroups(groups, pathname, pressed)
  return (
    <aside className={css.rail}>
      <OfficeMark onSwitch={() => onOpen('offices')} />
      <nav className={css.nav} aria-label={t('mainNav')}>
        {groups.map(({ group, entries }) => (
          <Group
            key={group}
            group={group}
            entries={entries}
            isOpen={open.includes(group)}
            onPress={() => setPressed({ group: open.includes(group) ? null : group, at: pathname })}
          />
        ))}
      </nav>
      <Member />
    </aside>
  )
}

type GroupProps = { group: NavGroup; entries: NavEntry[]; isOpen: boolean; onPress: () => void }

/** A group of one is its entry. What waits is seen on a folded group too. */
function Group({ group, entries, isOpen, onPress }: GroupProps) {
  const t = useWords('nav')
  const { pathname } = useLocation()
  const id = useId()
  const isOne = entries.length === 1
  return (
    <div className={css.group} data-group={group}>
      {isOne ? null : (
        <button type="button" className={css.heading} aria-expanded={isOpen} aria-controls={id} onClick={onPress}>
          {t(group)}
          <Icon name="chevron" size={16} />
        </button>
      )}
      <div id={id} hidden={!isOne && !isOpen}>
        {entries.map(({ path, word, nav }) => (
          <Link
            key={path}
            className={css.entry}
            to={`/${path}`}
            aria-current={isUnder(path, pathname) ? 'page' : undefined}
          >
            <OfficeIcon name={nav.icon} size={19} />
            {t(word)}
            {path === 'tickets' ? <WaitingCount /> : null}
          </Link>
        ))}
      </div>
    </div>
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
