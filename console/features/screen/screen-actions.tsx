import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

/** Where the shell keeps room for a screen's own actions. */
const useRoom = create<{ room: HTMLElement | null }>()(() => ({ room: null }))

export function giveActionsRoom(room: HTMLElement | null): void {
  useRoom.setState({ room })
}

/** The screen's actions: beside its name on a desk, at the thumb on a phone. One main action, few quiet ones. */
export function ScreenActions({ children }: { children: ReactNode }) {
  const room = useRoom((state) => state.room)
  useEffect(() => {
    document.documentElement.dataset['thumb'] = ''
    return () => void delete document.documentElement.dataset['thumb']
  }, [])
  return room ? createPortal(children, room) : null
}
