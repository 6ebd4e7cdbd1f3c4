import { Link } from 'react-router'

import { Icon } from '../../components/icon.tsx'
import { languageNames } from '../../components/language-names.ts'
import { Sheet } from '../../components/sheet.tsx'
import { toggleScheme } from '../../components/scheme.ts'
import { useLanguage, useWords } from '../../locales/language.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useNavGroups } from '../nav.ts'
import { useBell } from './bell.tsx'
import css from './sheet-list.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  onBell: () => void
  onLanguage: () => void
  leaving: boolean
  onLeave: () => void
}

/** 我的: everything that has no place of its own in the bottom bar. */
export function MineSheet({ opened, onClose, onBell, onLanguage, leaving, onLeave }: Props) {
  const t = useWords('user')
  const base = useWords('base')
  const language = useLanguage()
  const groups = useNavGroups()
  const account = useKnownInfo((info) => info.iuser)
  const bell = useBell()
  return (
    <Sheet opened={opened} onClose={onClose} title={account ?? t('mine')} closeLabel={base('close')}>
      {groups.map((group) => (
        <section key={group.word} className={css.group}>
          <h3 className={css.heading}>{t(group.word)}</h3>
          <ul className={css.tiles}>
            {group.entries.map(({ path, word, icon }) => (
              <li key={path}>
                <Link className={css.tile} to={path} onClick={onClose}>
                  <span className={css.sign}>
                    <Icon name={icon} />
                  </span>
                  {t(word)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ul className={css.list}>
        <li>
          <button type="button" className={css.row} onClick={onBell}>
            <Icon name="bell" />
            <span className={css.word}>{bell.label}</span>
          </button>
        </li>
        <li>
          <button type="button" className={css.row} onClick={onLanguage}>
            <Icon name="globe" />
            <span className={css.word}>{base('language')}</span>
            <span className={css.value}>{languageNames[language]}</span>
          </button>
        </li>
        <li>
          <button type="button" className={css.row} onClick={toggleScheme}>
            <Icon name="moon" />
            <span className={css.word}>{base('switchScheme')}</span>
          </button>
        </li>
        <li>
          <button type="button" className={css.row} aria-busy={leaving} onClick={onLeave}>
            <Icon name="logout" />
            <span className={css.word}>{t(leaving ? 'signingOut' : 'signOut')}</span>
          </button>
        </li>
      </ul>
    </Sheet>
  )
}
