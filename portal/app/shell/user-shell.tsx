import { type ReactNode, useState } from 'react'

import { LanguageSheet } from '../../../ui/components/language-sheet.tsx'
import { useArrival } from '../../../ui/components/use-arrival.ts'
import { useLate } from '../../../ui/components/use-late.ts'
import { hasFlag } from '../../../ui/device/flags.ts'
import { NoticesSheet } from '../../features/notices/notices-sheet.tsx'
import { useWords } from '../../words/language.ts'
import { Banners } from './banners.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { LateGestures } from './late-gestures.tsx'
import { MineSheet } from './mine-sheet.tsx'
import { PageTitle, TITLE_ID } from './page-title.tsx'
import { SideBar } from './side-bar.tsx'
import { ShellTools, TopBar, useWayBack } from './top-bar.tsx'
import { useSignOut } from './use-sign-out.ts'
import css from './user-shell.module.css'

type Open = 'nothing' | 'mine' | 'language' | 'notices'

/** The frame of /user: bars at the top and bottom on a phone, a side bar on a wide screen. */
export function UserShell({ children }: { children: ReactNode }) {
  const t = useWords('user')
  const base = useWords('base')
  const [open, setOpen] = useState<Open>('nothing')
  const { leaving, leave } = useSignOut()
  const content = useArrival()
  const isLate = useLate()
  const close = () => setOpen('nothing')
  const isFramed = hasFlag('iframe')
  const onMine = () => setOpen('mine')
  const onBack = useWayBack(onMine)
  const tools = <ShellTools onLanguage={() => setOpen('language')} onBell={() => setOpen('notices')} />
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#content">
        {t('skipToContent')}
      </a>
      <SideBar leaving={leaving} onLeave={leave} onMore={onMine}>
        {isFramed ? tools : null}
      </SideBar>
      <div className={css.column}>
        {/* Another app's frame has its own bar. */}
        {isFramed ? <PageTitle seen="never" /> : <TopBar onBack={onBack}>{tools}</TopBar>}
        <Banners />
        <main ref={content} className={css.content} id="content" tabIndex={-1} aria-labelledby={TITLE_ID}>
          {children}
        </main>
      </div>
      <LateGestures />
      <BottomBar mineOpen={open === 'mine'} onMine={onMine} />
      {isLate ? (
        <>
          <MineSheet
            opened={open === 'mine'}
            onClose={close}
            onBell={() => setOpen('notices')}
            onLanguage={() => setOpen('language')}
            leaving={leaving}
            onLeave={leave}
          />
          <LanguageSheet
            opened={open === 'language'}
            onClose={close}
            title={base('language')}
            closeLabel={base('close')}
          />
          <NoticesSheet opened={open === 'notices'} onClose={close} />
        </>
      ) : null}
    </div>
  )
}
