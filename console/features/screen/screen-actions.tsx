import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

/** The shell's element for a screen's own actions. */
const useRoom = create<{ room: HTMLElement | null }>()(() => ({ room: null }))

export function giveActionsRoom(room: HTMLElement | null): void {
  useRoom.setState({ room })
}

/**
 * A screen's actions: beside its title on a desktop, at the bottom on a phone. Use one main action and few quiet ones.
 */
export function ScreenActions({ children }: { children: ReactNode }) {
  const room = useRoom((state) => state.room)
  useEffect(() => {
    document.documentElement.dataset['thumb'] = ''
    return () => void delete document.documentElement.dataset['thumb']
  }, [])
  return room ? createPortal(children, room) : null
}
