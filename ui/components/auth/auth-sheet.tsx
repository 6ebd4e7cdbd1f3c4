import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

import { Glyph } from '../glyph.tsx'
import { GrabHandle } from '../grab-handle.tsx'
import { followHistory, useBackCloses } from '../sheet-history.ts'
import { StillPage } from '../still-page.ts'
import css from './auth-sheet.module.css'

type Props = { opened: boolean; onClose: () => void; title: string; closeLabel: string; children: ReactNode }

/** A sheet for pages without the component library. It stays mounted, so that its way back through history ends. */
export function AuthSheet({ opened, onClose, title, closeLabel, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(followHistory, [])
  useBackCloses(opened, onClose)
  useEffect(() => {
    if (!opened) return dialog.current?.close()
    // Where a finger left it the last time.
    dialog.current!.style.translate = ''
    dialog.current!.showModal()
  }, [opened])
  return (
    <dialog ref={dialog} className={css.sheet} aria-label={title} onClose={onClose}>
      {opened ? <StillPage /> : null}
      <header className={css.head}>
        <h2 className={css.title}>{title}</h2>
        <button type="button" className={css.close} aria-label={closeLabel} onClick={onClose}>
          <Glyph name="close" size={22} />
        </button>
      </header>
      <GrabHandle opened={opened} onClose={onClose} />
      {opened ? children : null}
    </dialog>
  )
}
