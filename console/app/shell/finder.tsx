import '@mantine/spotlight/styles.layer.css'
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import { Icon } from '../../../ui/components/icon.tsx'
import { useBackCloses } from '../../../ui/components/sheet-history.ts'
import { toggleScheme } from '../../../ui/device/scheme.ts'
import { OfficeIcon } from '../../features/icon/office-icon.tsx'
import { openingState } from '../../features/screen/use-opening.ts'
import { officeAddress } from '../../session/office.ts'
import { officeOf, useMay, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { useNavGroups } from '../use-screens.ts'
import { finderStore } from './finder-store.ts'
import css from './finder.module.css'
import type { Opened } from './opened.ts'
import { useFound } from './use-found.ts'

/** What is done most often in an office, without going through its screen first. */
const DOINGS = [
  { path: 'money', open: 'topUp', permission: 'money.top-up', word: 'doTopUp' },
  { path: 'cards', open: 'buyCards', permission: 'cards.write', word: 'doBuyCards' },
  { path: 'notices', open: 'writeNotice', permission: 'notices.write', word: 'doWriteNotice' },
] as const

type Props = { opened: boolean; onClose: () => void; onOpen: (what: Opened) => void }

/** The search dialog of Ctrl-K. */
export default function Finder({ opened, onClose, onOpen }: Props) {
  const t = useWords('shell')
  const [typed, setTyped] = useState('')
  const actions = useActions(onOpen, typed)
  useBackCloses(opened, onClose)
  useEffect(() => {
    if (opened) finderStore.open()
    else finderStore.close()
  }, [opened])
  return (
    <Spotlight
      store={finderStore.store}
      actions={actions}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      nothingFound={t('findNothing')}
      searchProps={{
        placeholder: t('findHint'),
        'aria-label': t('find'),
        leftSection: <Icon name="search" size={20} />,
      }}
      onSpotlightClose={onClose}
      classNames={{ content: css.content!, search: css.search!, action: css.action!, actionsGroup: css.group! }}
      scrollable
      maxHeight="60dvh"
    />
  )
}

function useActions(onOpen: (what: Opened) => void, typed: string): SpotlightActionGroupData[] {
  const t = useWords('shell')
  const base = useWords('base')
  const nav = useWords('nav')
  const navigate = useNavigate()
  const session = useSession()
  const { scope } = session
  const may = useMay()
  const isInOffice = officeOf(session) !== null
  const doings = DOINGS.filter(({ permission }) => isInOffice && may(permission))
  const screens = useNavGroups().flatMap((group) => group.entries)
  const found = useFound(typed)
  return [
    ...found.map(({ word, found: rows }) => ({
      group: nav(word),
      actions: rows.map(({ key, label, note, to }) => ({
        id: key,
        label,
        description: note,
        // The server has already chosen these, perhaps by a field that is not shown, so let all of them match.
        keywords: [typed],
        onClick: () =>
          typeof to === 'string' ? void navigate(to) : location.assign(`${officeAddress(to.office)}${to.path}`),
      })),
    })),
    {
      group: t('findScreens'),
      actions: screens.map(({ path, word, nav: { icon } }) => ({
        id: `screen:${path}`,
        label: nav(word),
        keywords: [path],
        leftSection: <OfficeIcon name={icon} size={20} />,
        onClick: () => void navigate(`/${path}`),
      })),
    },
    {
      group: t('findActions'),
      actions: [
        ...doings.map(({ path, open, word }) => ({
          id: open,
          label: t(word),
          onClick: () => void navigate(`/${path}`, { state: openingState(open) }),
        })),
        ...(scope === 'platform'
          ? [{ id: 'offices', label: t('switchOffice'), onClick: () => onOpen('offices') }]
          : []),
        { id: 'language', label: base('language'), keywords: ['language'], onClick: () => onOpen('language') },
        { id: 'scheme', label: t('colours'), keywords: ['dark', 'light'], onClick: toggleScheme },
        { id: 'keys', label: t('keys'), keywords: ['keys', '?'], onClick: () => onOpen('keys') },
      ],
    },
  ]
}
