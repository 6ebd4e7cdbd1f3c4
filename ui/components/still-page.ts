import { useLayoutEffect } from 'react'

let openSheets = 0

/**
 * Keeps the page under an open sheet from scrolling, and from growing wider when its scroll bar goes. The component
 * library's lock would make a style element, which the page's policy refuses; properties set by a script are allowed.
 */
export function StillPage(): null {
  useLayoutEffect(() => {
    openSheets += 1
    if (openSheets === 1) {
      const barWidth = innerWidth - document.documentElement.clientWidth
      setBody({ overflow: 'hidden', overscrollBehavior: 'contain', marginRight: `${barWidth}px` })
    }
    return () => {
      openSheets -= 1
      if (openSheets === 0) setBody({ overflow: '', overscrollBehavior: '', marginRight: '' })
    }
  }, [])
  return null
}

function setBody(style: Partial<CSSStyleDeclaration>): void {
  Object.assign(document.body.style, style)
}
