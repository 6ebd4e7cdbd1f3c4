import type { Page } from '@playwright/test'

/**
 * Finds words that a reader cannot read whole: cut at the side of their box, sticking out of it, broken inside, a short
 * button in two lines, one text over another, or all of a page that is wider than the window.
 */
export function findCut(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(${search})()`)
}

const search = `() => {
  const told = new Set()
  const short = (text) => text.trim().replace(/\\s+/g, ' ').slice(0, 40)
  const tell = (what, element) => told.add(what + ': ' + short(element.textContent) + ' <' + String(element.className || element.localName).slice(0, 50) + '>')
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    // Text for screen readers alone has a box of one pixel.
    return width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const isHeard = (element) => element.closest('[aria-hidden=true], svg, code, pre, iframe, [data-print-sheet]') !== null
    || getComputedStyle(element).clipPath !== 'none'
  // A name that is shortened on purpose can be read whole by its title or on its own page.
  const isShortened = (element) => getComputedStyle(element).textOverflow === 'ellipsis' && element.closest('[title], a') !== null
  const range = document.createRange()
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (node.data.trim() === '' || isHeard(element) || !isShown(element)) continue
    range.selectNodeContents(node)
    const box = element.getBoundingClientRect()
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
    if (rects.length === 0) continue
    texts.push({ element, rects, seen: seenOf(element, rects) })
    if (rects.some(({ left, right }) => left < box.left - 1.5 || right > box.right + 1.5) && getComputedStyle(element).display !== 'inline' && !isShortened(element)) tell('sticks out', element)
    for (const word of node.data.matchAll(/[A-Za-z]{3,}/g)) {
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) tell('broken in ' + word[0], element)
    }
    const button = element.closest('button, a[role=button], [role=tab]')
    const lines = new Set(rects.map(({ top }) => Math.round(top / 4))).size
    if (button && lines > 1 && short(node.data).length <= 16) tell('two lines', element)
  }
  for (const element of document.body.querySelectorAll('*')) {
    const { overflowX } = getComputedStyle(element)
    if (element.scrollWidth <= element.clientWidth + 1 || !/hidden|clip/.test(overflowX)) continue
    if (isHeard(element) || !isShown(element) || element.textContent.trim() === '' || element.querySelector('svg.uplot, canvas')) continue
    const edge = element.getBoundingClientRect()
    const isCut = texts.some(({ element: inner, rects }) => element.contains(inner) && rects.some(({ right }) => right > edge.right + 1))
    if (isCut && !isShortened(element)) tell('cut', element)
  }
  const ruler = document.createElement('canvas').getContext('2d')
  for (const input of document.body.querySelectorAll('input[placeholder]')) {
    const { fontStyle, fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(input)
    // The shorthand is empty where a page sets digits of one width.
    ruler.font = [fontStyle, fontWeight, fontSize, fontFamily].join(' ')
    const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    const isAddress = /^https:\\S+$/.test(input.placeholder)
    if (isShown(input) && input.value === '' && !isAddress && ruler.measureText(input.placeholder).width > room + 1) told.add('placeholder cut: ' + input.placeholder)
  }
  for (const [at, one] of texts.entries())
    for (const two of texts.slice(at + 1, at + 12)) {
      if (one.element.contains(two.element) || two.element.contains(one.element)) continue
      const isOver = one.seen.some((a) => two.seen.some((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6))
      if (isOver && !isApart(one.element, two.element)) tell('over each other: ' + short(one.element.textContent) + ' and', two.element)
    }
  // What a scrolling part has moved out of sight, or a shortened text has cut off, is not there for the reader.
  function seenOf(element, rects) {
    let seen = rects.map(({ left, right, top, bottom }) => ({ left, right, top, bottom }))
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === 'visible') continue
      const box = up.getBoundingClientRect()
      seen = seen.filter(({ top, bottom, left, right }) => top < box.bottom - 1 && bottom > box.top + 1 && left < box.right - 1 && right > box.left + 1)
        .map(({ left, right, top, bottom }) => ({
          left: Math.max(left, box.left),
          right: Math.min(right, box.right),
          top: Math.max(top, box.top),
          bottom: Math.min(bottom, box.bottom),
        }))
    }
    return seen
  }
  function isApart(one, two) {
    const layer = (element) => {
      for (let up = element; up; up = up.parentElement) if (/fixed|sticky/.test(getComputedStyle(up).position)) return up
      return null
    }
    return layer(one) !== layer(two)
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) told.add('the page scrolls sideways')
  return [...told]
}`
