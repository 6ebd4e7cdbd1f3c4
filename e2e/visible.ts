import type { Page } from '@playwright/test'

/**
 * Names of the buttons and links that are filled with the brand's colour, wholly inside the visible part, and covered
 * by nothing: what a finger could press now without scrolling.
 */
const FILLED = `(() => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.background = 'var(--brand-fill)'
  const brand = getComputedStyle(probe).backgroundColor
  probe.remove()
  return [...document.querySelectorAll('a, button')].flatMap((one) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect()
    if (width === 0 || height < 40 || getComputedStyle(one).backgroundColor !== brand) return []
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return []
    const reached = [top + 4, bottom - 4].map((y) => document.elementFromPoint((left + right) / 2, y))
    return reached.every((hit) => hit !== null && one.contains(hit)) ? [one.textContent] : []
  })
})()`

export const filledInSight = (page: Page) => page.evaluate<string[]>(FILLED)

/** Adds up what moves by itself on the page, as the browser counts it: not what answers to a touch. */
export const COUNT_SHIFTS = `window.shifts = 0
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shifts += value
}).observe({ type: 'layout-shift', buffered: true })`
