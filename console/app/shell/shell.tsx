import { lazy, type ReactNode, Suspense, useState } from 'react'

import { LanguageSheet } from '../../../ui/components/language-sheet.tsx'
import { useArrival } from '../../../ui/components/use-arrival.ts'
import { PlacesOf } from '../../features/show/may-go.ts'
import { useWords } from '../../words/language.ts'
import { screen } from '../screen-loader.ts'
import { isOpen, useScreens } from '../use-screens.ts'
import { Banners } from './banners.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { MoreSheet } from './more-sheet.tsx'
import type { Opened } from './opened.ts'
import { Rail } from './rail.tsx'
import css from './shell.module.css'
import { TITLE_ID, TopBar } from './top-bar.tsx'
import { useShellKeys } from './use-shell-keys.ts'

/** Separate chunks, so that the first screen does not wait for them. What is found shows the states of users. */
const KeysSheet = lazy(screen(() => import('./keys-sheet.tsx')))
const OfficeSheet = lazy(screen(() => import('./office-sheet.tsx')))
const Finder = lazy(screen(() => import('./finder.tsx'), 'states'))

/** The frame of every screen: a rail at the side on a desktop, bars at the top and bottom on a phone. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useWords('shell')
  const base = useWords('base')
  const [opened, setOpened] = useState<Opened>('nothing')
  const [known, setKnown] = useState<readonly Opened[]>([])
  const content = useArrival()
  const close = () => setOpened('nothing')
  const open = (what: Opened) => {
    if (!known.includes(what)) setKnown([...known, what])
    setOpened(what)
  }
  useShellKeys(open)
  const screens = useScreens()
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#content">
        {t('skipToContent')}
      </a>
      <Rail onOpen={open} />
      <div className={css.column}>
        <TopBar onOpen={open} />
        <Banners />
        <main ref={content} className={css.content} id="content" tabIndex={-1} aria-labelledby={TITLE_ID}>
          <PlacesOf value={(to) => isOpen(screens, to)}>{children}</PlacesOf>
        </main>
      </div>
      <BottomBar isMoreOpen={opened === 'more'} onMore={() => open('more')} />
      <MoreSheet opened={opened === 'more'} onClose={close} onOpen={open} />
      <LanguageSheet
        opened={opened === 'language'}
        onClose={close}
        title={base('language')}
        closeLabel={base('close')}
      />
      <Suspense>
        {known.includes('keys') ? <KeysSheet opened={opened === 'keys'} onClose={close} /> : null}
        {known.includes('offices') ? <OfficeSheet opened={opened === 'offices'} onClose={close} /> : null}
        {known.includes('finder') ? <Finder opened={opened === 'finder'} onClose={close} onOpen={open} /> : null}
      </Suspense>
    </div>
  )
}
