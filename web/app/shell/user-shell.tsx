import { type ReactNode, useState } from 'react'

import { useWords } from '../../locales/language.ts'
import { hasFlag } from '../../session/flags.ts'
import { Banners } from './banners.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { LanguageSheet } from './language-sheet.tsx'
import { MessagesSheet } from './messages-sheet.tsx'
import { MineSheet } from './mine-sheet.tsx'
import { SideBar } from './side-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useSignOut } from './use-sign-out.ts'
import css from './user-shell.module.css'

type Open = 'nothing' | 'mine' | 'language' | 'messages'

/** The frame of /user: bars at the top and at the thumb on a phone, a side bar on a wide screen. */
export function UserShell({ children }: { children: ReactNode }) {
  const t = useWords('user')
  const [open, setOpen] = useState<Open>('nothing')
  const { leaving, leave } = useSignOut()
  const close = () => setOpen('nothing')
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#content">
        {t('skipToContent')}
      </a>
      <SideBar leaving={leaving} onLeave={leave} />
      <div className={css.column}>
        {/* Inside another app's frame the frame has a bar of its own. */}
        {hasFlag('iframe') ? null : (
          <TopBar onLanguage={() => setOpen('language')} onBell={() => setOpen('messages')} />
        )}
        <Banners />
        <main className={css.content} id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <BottomBar mineOpen={open === 'mine'} onMine={() => setOpen('mine')} />
      <MineSheet
        opened={open === 'mine'}
        onClose={close}
        onLanguage={() => setOpen('language')}
        leaving={leaving}
        onLeave={leave}
      />
      <LanguageSheet opened={open === 'language'} onClose={close} />
      <MessagesSheet opened={open === 'messages'} onClose={close} />
    </div>
  )
}
