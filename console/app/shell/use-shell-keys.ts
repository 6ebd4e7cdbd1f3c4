import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

import { useNavGroups } from '../use-screens.ts'
import type { Opened } from './opened.ts'

/** Ctrl-K opens the search, `?` lists the keys, Alt and a digit open a screen by its place in the rail. */
export function useShellKeys(open: (what: Opened) => void): void {
  const navigate = useNavigate()
  const entries = useNavGroups().flatMap((group) => group.entries)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      open('finder')
    } else if (event.altKey && /^[1-9]$/.test(event.key)) {
      const entry = entries[Number(event.key) - 1]
      if (!entry) return
      event.preventDefault()
      void navigate(`/${entry.path}`)
    } else if (event.key === '?' && !isTyping(event.target)) open('keys')
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** A key pressed in a field belongs to the field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
