import { Link } from 'react-router'

import { Icon } from '../../../ui/components/icon.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { toggleScheme } from '../../../ui/device/scheme.ts'
import { OfficeIcon } from '../../features/icon/office-icon.tsx'
import { useRoleName } from '../../features/role/role-name.ts'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { useNavGroups } from '../use-screens.ts'
import css from './more-sheet.module.css'
import type { Opened } from './opened.ts'
import { useSignOut } from './use-sign-out.ts'

type Props = { opened: boolean; onClose: () => void; onOpen: (what: Opened) => void }

/** On a phone: every screen, then the member's own entries. */
export function MoreSheet({ opened, onClose, onOpen }: Props) {
  const t = useWords('shell')
  const base = useWords('base')
  const nav = useWords('nav')
  const { member, scope } = useSession()
  const role = useRoleName()(member.role)
  const { leaving, leave } = useSignOut()
  return (
    <Sheet opened={opened} onClose={onClose} title={`${member.name} · ${role}`} closeLabel={base('close')}>
      <div className={css.groups}>
        {useNavGroups().map(({ group, entries }) => (
          <section key={group}>
            <h3 className={css.heading}>{nav(group)}</h3>
            <div className={css.tiles}>
              {entries.map(({ path, word, nav: { icon } }) => (
                <Link key={path} className={css.tile} to={`/${path}`}>
                  <OfficeIcon name={icon} size={22} />
                  {nav(word)}
                </Link>
              ))}
            </div>
          </section>
        ))}
        <div className={css.rows}>
          {scope === 'platform' ? (
            <button type="button" className={css.row} onClick={() => onOpen('offices')}>
              <OfficeIcon name="switch" />
              {t('switchOffice')}
            </button>
          ) : null}
          <button type="button" className={css.row} onClick={() => onOpen('language')}>
            <Icon name="globe" />
            {base('language')}
          </button>
          <button type="button" className={css.row} onClick={toggleScheme}>
            <Icon name="moon" />
            {t('colours')}
          </button>
          <button type="button" className={css.row} aria-busy={leaving} onClick={leave}>
            <Icon name="logout" />
            {t(leaving ? 'signingOut' : 'signOut')}
          </button>
        </div>
        <p className={css.note}>{t('idleNote')}</p>
      </div>
    </Sheet>
  )
}
