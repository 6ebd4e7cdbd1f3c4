import { useState } from 'react'
import { NavLink } from 'react-router'

import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import type { NavGroup } from '../nav.ts'
import css from './side-group.module.css'

export function SideGroup({ group, startsOpen }: { group: NavGroup; startsOpen: boolean }) {
  const t = useWords('user')
  const [toggled, setToggled] = useState<boolean | null>(null)
  const open = toggled ?? startsOpen
  return (
    <div>
      <button type="button" className={css.head} aria-expanded={open} onClick={() => setToggled(!open)}>
        <Icon name={group.icon} size={20} />
        <span className={css.word}>{t(group.word)}</span>
        <Icon name="chevron" size={16} />
      </button>
      {open ? (
        <ul>
          {group.entries.map(({ path, word }) => (
            <li key={path}>
              <NavLink className={css.entry!} to={path}>
                {t(word)}
              </NavLink>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
