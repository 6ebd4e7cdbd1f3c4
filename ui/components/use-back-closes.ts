import { useEffectEvent, useLayoutEffect } from 'react'

import { addSheet } from './sheet-history.ts'

/** The way back closes what is open, and leaves the page where it is. */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  // Before it is seen: who goes back at once must find the entry.
  useLayoutEffect(() => (opened ? addSheet(() => close()) : undefined), [opened])
}
