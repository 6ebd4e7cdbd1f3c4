import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { OPENING_MS, watchOpening } from './watch-opening.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { page, show }
}

it('reports a page that stayed visible, once and not before its time', () => {
  const { page, show } = openPage()
  const onStillHere = vi.fn()
  watchOpening(onStillHere, page)
  vi.advanceTimersByTime(OPENING_MS - 1)
  expect(onStillHere).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  show('hidden')
  show('visible')
  vi.advanceTimersByTime(OPENING_MS)
  expect(onStillHere).toHaveBeenCalledTimes(1)
})

it('does not report a page that an app covered, even after its reader came back', () => {
  const { page, show } = openPage()
  const onStillHere = vi.fn()
  watchOpening(onStillHere, page)
  show('hidden')
  vi.advanceTimersByTime(200)
  show('visible')
  vi.advanceTimersByTime(OPENING_MS)
  expect(onStillHere).not.toHaveBeenCalled()
})

it('reports nothing after its end', () => {
  const { page } = openPage()
  const onStillHere = vi.fn()
  watchOpening(onStillHere, page)()
  vi.advanceTimersByTime(OPENING_MS)
  expect(onStillHere).not.toHaveBeenCalled()
})
