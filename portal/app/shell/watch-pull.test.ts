import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { watchPull } from './watch-pull.ts'

let page: EventTarget & { documentElement: { style: { overscrollBehaviorY: string } } }
const told: (number | boolean)[] = []
let stop: () => void

class FakeElement extends EventTarget {
  isInSheet = false
  closest(): FakeElement | null {
    return this.isInSheet ? this : null
  }
}

beforeEach(() => {
  told.length = 0
  page = Object.assign(new EventTarget(), { documentElement: { style: { overscrollBehaviorY: '' } } })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', { scrollY: 0 })
  vi.stubGlobal('Element', FakeElement)
  stop = watchPull({ onPull: (share) => told.push(share), onRelease: (isFar) => told.push(isFar) })
})
afterEach(() => vi.unstubAllGlobals())

function touch(type: string, clientY: number, { fingers = 1, target = new FakeElement() } = {}): void {
  const touches = Array.from({ length: fingers }, () => ({ clientY }))
  const event = Object.assign(new Event(type), { touches })
  Object.defineProperty(event, 'target', { value: target })
  page.dispatchEvent(event)
}

it('refreshes after a long pull, and not after a short one', () => {
  touch('touchstart', 100)
  touch('touchmove', 145)
  touch('touchmove', 200)
  touch('touchend', 200)
  expect(told).toEqual([0.5, 1, true])
  touch('touchstart', 100)
  touch('touchmove', 145)
  touch('touchend', 145)
  expect(told.at(-1)).toBe(false)
})

it('takes neither a tap, a scrolled page, a sheet nor two fingers for a pull', () => {
  touch('touchstart', 100)
  touch('touchmove', 105)
  touch('touchend', 105)
  const sheet = new FakeElement()
  sheet.isInSheet = true
  for (const start of [{ target: sheet }, { fingers: 2 }]) {
    touch('touchstart', 100, start)
    touch('touchmove', 300)
    touch('touchend', 300)
  }
  vi.stubGlobal('window', { scrollY: 40 })
  touch('touchstart', 100)
  touch('touchmove', 300)
  touch('touchend', 300)
  expect(told).toEqual([])
})

it('a pull that the browser takes over refreshes nothing', () => {
  touch('touchstart', 100)
  touch('touchmove', 300)
  touch('touchcancel', 300)
  expect(told).toEqual([1, false])
})

it("keeps the browser's own pull away while it watches", () => {
  expect(page.documentElement.style.overscrollBehaviorY).toBe('contain')
  stop()
  expect(page.documentElement.style.overscrollBehaviorY).toBe('')
})
