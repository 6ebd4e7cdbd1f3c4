import { useEffect, useEffectEvent, useRef } from 'react'

import { loadChunk } from '../http/load-chunk.ts'

type Props = { opened: boolean; onClose: () => void }

/** Makes the head of the sheet around it a handle. The stylesheet draws it. */
export function GrabHandle({ opened, onClose }: Props) {
  const mark = useRef<HTMLSpanElement>(null)
  const isOpen = useRef(opened)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    isOpen.current = opened
  }, [opened])
  useEffect(() => {
    const sheet = mark.current?.closest<HTMLElement>('dialog, [role="dialog"]')
    const handle = sheet?.querySelector<HTMLElement>('header')
    if (!sheet || !handle) return
    let isGone = false
    let release = () => {}
    // After the sheet itself; without it, the button still closes.
    void loadChunk(() => import('./drag-sheet.ts')).then(
      ({ dragSheet }) => {
        if (!isGone) release = dragSheet({ sheet, handle, close: () => close(), isClosing: () => !isOpen.current })
      },
      () => {},
    )
    return () => {
      isGone = true
      release()
    }
  }, [])
  return <span ref={mark} hidden />
}
