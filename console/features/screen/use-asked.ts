import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * A sheet that the address opens, until it is closed. It is ended here and not by a navigation: leaving the page closes
 * the sheet, and must not lead back to it.
 */
export function useAsked(): { isOpen: boolean; end: () => void } {
  const { key } = useLocation()
  const [ended, setEnded] = useState<string | null>(null)
  return { isOpen: ended !== key, end: () => setEnded(key) }
}
