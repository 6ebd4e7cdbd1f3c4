import type { Page } from '@playwright/test'

/**
 * Finds elements that exceed the sides of a device of this width. The window's own width does not help: on a phone it
 * grows with its content. Content of a part that scrolls or clips by itself is ignored.
 */
export function findWide(page: Page, width: number): Promise<string[]> {
  return page.evaluate<string[]>(`(${search})(${width})`)
}

const search = `(width) => {
  const told = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > width) told.push('the page is ' + scrollWidth + ' wide')
  const isCut = (element) => {
    if (getComputedStyle(element).clipPath !== 'none') return true
    for (let up = element.parentElement; up !== document.body; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== 'visible') return true
    return false
  }
  for (const element of document.body.querySelectorAll('*')) {
    const { left, right, height } = element.getBoundingClientRect()
    const isInside = left > -0.5 && right < width + 0.5
    if (isInside || height === 0 || right === left || isCut(element)) continue
    told.push(element.outerHTML.slice(0, 80) + ' from ' + Math.round(left) + ' to ' + Math.round(right))
  }
  return told.slice(0, 3)
}`
