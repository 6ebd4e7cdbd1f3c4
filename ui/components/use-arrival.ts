import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * A portal link opens the other page at its top, as links normally do. "Back" is left to the browser, which restores
 * the scroll position. Must be above the sheets: a closing sheet returns the focus unless it has already moved.
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
