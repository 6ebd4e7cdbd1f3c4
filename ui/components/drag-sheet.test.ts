import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { dragSheet } from './drag-sheet.ts'

class FakeElement extends EventTarget {
  isButton = false
  style = { translate: '' }
  offsetHeight = 600
  animate = vi.fn()
  setPointerCapture = vi.fn()
  closest(): FakeElement | null {
    return this.isButton ? this : null
  }
}

let sheet: FakeElement
let handle: FakeElement
let isPhone: boolean
let isClosing: boolean
const close = vi.fn()

beforeEach(() => {
  sheet = new FakeElement()
  handle = new FakeElement()
  isPhone = true
  isClosing = true
  close.mockClear()
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('width') && isPhone }))
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => work())
  const as = (element: FakeElement) => element as unknown as HTMLElement
  dragSheet({ sheet: as(sheet), handle: as(handle), close, isClosing: () => isClosing })
})
afterEach(() => vi.unstubAllGlobals())

type Pointer = { atMs?: number; target?: FakeElement; pointerId?: number }

function point(type: string, clientY: number, { atMs = 0, target = handle, pointerId = 1 }: Pointer = {}): void {
  const event = Object.assign(new Event(type), { clientY, pointerId, isPrimary: pointerId === 1, button: 0 })
  Object.defineProperty(event, 'target', { value: target })
  Object.defineProperty(event, 'timeStamp', { value: atMs })
  handle.dispatchEvent(event)
}

function drag(byPx: number, tookMs: number, from: Pointer = {}): void {
  point('pointerdown', 100, from)
  point('pointermove', 100 + byPx / 2, { ...from, atMs: tookMs / 2 })
  point('pointermove', 100 + byPx, { ...from, atMs: tookMs })
  point('pointerup', 100 + byPx, { ...from, atMs: tookMs })
}

it('closes after a long pull or a quick flick, and goes back after a short, slow one', () => {
  drag(250, 2000)
  drag(60, 40)
  expect(close).toHaveBeenCalledTimes(2)
  drag(60, 2000)
  expect(close).toHaveBeenCalledTimes(2)
  expect(sheet.style.translate).toBe('')
  expect(sheet.animate).toHaveBeenCalledOnce()
})

it('follows the finger down, never up', () => {
  point('pointerdown', 100)
  point('pointermove', 160, { atMs: 500 })
  expect(sheet.style.translate).toBe('0 60px')
  point('pointermove', 40, { atMs: 1000 })
  expect(sheet.style.translate).toBe('')
})

it('comes back when the sheet asks first instead of closing', () => {
  isClosing = false
  drag(250, 2000)
  expect([close.mock.calls.length, sheet.style.translate]).toEqual([1, ''])
})

it('takes neither a button, a second finger, a wide screen nor a broken touch for a pull', () => {
  const button = new FakeElement()
  button.isButton = true
  drag(250, 2000, { target: button })
  drag(250, 2000, { pointerId: 2 })
  isPhone = false
  drag(250, 2000)
  isPhone = true
  point('pointerdown', 100)
  point('pointermove', 400, { atMs: 100 })
  point('pointercancel', 400, { atMs: 100 })
  expect(close).not.toHaveBeenCalled()
  expect(sheet.style.translate).toBe('')
})

it('does not animate for readers who want no motion', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  drag(60, 2000)
  expect(sheet.animate).not.toHaveBeenCalled()
})
