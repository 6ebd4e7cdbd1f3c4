import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * A link of the portal leads to the top of another page, as any link does. The way back stays the browser's: it remembers
 * how far down one was. Must stand above the sheets: one that closes gives the focus back unless it finds it moved.
 */
export function useArrival() {
  const content = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (navigation === NavigationType.Pop) return
    window.scrollTo(0, 0)
    if (!content.current?.contains(document.activeElement)) content.current?.focus({ preventScroll: true })
  }, [pathname, navigation])
  return content
}
