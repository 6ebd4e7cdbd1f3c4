import { useState } from 'react'
import { useLocation } from 'react-router'

/** What a link to a screen opens there at once, carried by the history entry and not by the address. */
export type Opening = 'topUp' | 'buyCards' | 'writeNotice'
export const openingState = (open: Opening) => ({ open })

/** Whether a sheet of the screen is open. A link that asks for it opens it, also while the screen is shown already. */
export function useOpening(what: Opening, initially = false): [boolean, (opened: boolean) => void] {
  const { state, key } = useLocation()
  const isAsked = (state as { open?: Opening } | null)?.open === what
  const [opened, setOpened] = useState(initially || isAsked)
  const [seen, setSeen] = useState(key)
  if (key !== seen) {
    setSeen(key)
    if (isAsked) setOpened(true)
  }
  return [opened, setOpened]
}
