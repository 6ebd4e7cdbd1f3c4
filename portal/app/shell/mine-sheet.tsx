import { Link } from 'react-router'

import { Icon, type IconName } from '../../../ui/components/icon.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { toggleScheme } from '../../../ui/device/scheme.ts'
import { languageNames } from '../../../ui/words/ui-words.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useWords } from '../../words/language.ts'
import { bottomEntries, type NavGroup, useNavGroups } from '../nav.ts'
import { useBell } from './bell.tsx'
import css from './mine-sheet.module.css'
import list from './sheet-list.module.css'
import { WhoAmI } from './side-bar.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  /** Null when the bell itself is visible. */
  onBell: (() => void) | null
  onLanguage: () => void
  leaving: boolean
  onLeave: () => void
}

/** 我的: the user, and everything without its own place in the bottom bar. */
export function MineSheet({ opened, onClose, onBell, onLanguage, leaving, onLeave }: Props) {
  const t = useWords('user')
  const base = useWords('base')
  const language = useLanguage()
  const bell = useBell()
  return (
    <Sheet opened={opened} onClose={onClose} title={t('mine')} closeLabel={base('close')}>
      <WhoAmI />
      <Groups onClose={onClose} />
      <ul className={list.list}>
        {onBell ? <Row icon="bell" word={bell.label} onClick={onBell} /> : null}
        <Row icon="globe" word={base('language')} value={languageNames[language]} onClick={onLanguage} />
        <Row icon="moon" word={base('switchScheme')} onClick={toggleScheme} />
        <Row icon="logout" word={t(leaving ? 'signingOut' : 'signOut')} isBusy={leaving} onClick={onLeave} />
      </ul>
    </Sheet>
  )
}

function Groups({ onClose }: { onClose: () => void }) {
  const t = useWords('user')
  return useNavGroups()
    .map(withoutPlaces)
    .map(({ word, icon, entries }) => (
      <section key={word} className={css.group}>
        <h3 className={css.heading}>
          <Icon name={icon} size={18} />
          {t(word)}
        </h3>
        <ul className={css.entries}>
          {entries.map((entry) => (
            <li key={entry.path}>
              <Link className={css.entry} to={entry.path} onClick={onClose}>
                {t(entry.word)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))
}

/** Leaves out what the bottom bar already has. */
function withoutPlaces(group: NavGroup): NavGroup {
  const entries = group.entries.filter(({ path }) => !bottomEntries.some((place) => place.path === path))
  return { ...group, entries }
}

type RowProps = { icon: IconName; word: string; value?: string; isBusy?: boolean; onClick: () => void }

function Row({ icon, word, value, isBusy = false, onClick }: RowProps) {
  return (
    <li>
      <button type="button" className={list.row} aria-busy={isBusy} onClick={onClick}>
        <Icon name={icon} />
        <span className={list.word}>{word}</span>
        {value ? <span className={list.value}>{value}</span> : null}
      </button>
    </li>
  )
}
