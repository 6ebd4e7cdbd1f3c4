import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import {
  addSheet,
  downloadFromSheets,
  followHistory,
  hasPageBefore,
  pushFromSheets,
  replaceFromSheets,
} from './sheet-history.ts'

/** Fake browser history: a move takes a moment, then fires an event. */
function openHistory(first: object = { idx: 0 }) {
  const target = new EventTarget()
  const entries: { state: unknown }[] = [{ state: first }]
  let at = 0
  const go = (steps: number) => {
    setTimeout(() => {
      if (!entries[at + steps]) return
      at += steps
      target.dispatchEvent(new Event('popstate'))
    }, 5)
  }
  vi.stubGlobal('window', {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  })
  vi.stubGlobal('history', {
    get state() {
      return entries[at]!.state
    },
    pushState(state: unknown) {
      at += 1
      entries.splice(at, entries.length, { state })
    },
    replaceState: (state: unknown) => void (entries[at] = { state }),
    go,
  })
  return {
    go,
    /** The entries up to the current one. */
    shown: () => entries.slice(0, at + 1).map(({ state }) => state),
  }
}

/** Like a component: closing removes the sheet. */
function openSheet(isRefusing = false) {
  const sheet = { isOpen: true, close: () => {} }
  const end = addSheet(() => (isRefusing ? undefined : sheet.close()))
  sheet.close = () => {
    if (!sheet.isOpen) return
    sheet.isOpen = false
    end()
  }
  return sheet
}

const settled = () => vi.advanceTimersByTimeAsync(50)
const PAGE = { idx: 0 }
const FIRST = { idx: 1, sheets: 1 }
const SECOND = { idx: 2, sheets: 2 }
const NEXT = { idx: 1, page: 'next' }
const push = () => history.pushState(NEXT, '')
const replace = () => history.replaceState(NEXT, '')

let stop: () => void
let browser: ReturnType<typeof openHistory>
beforeEach(() => {
  vi.useFakeTimers()
  browser = openHistory()
  stop = followHistory()
})
afterEach(async () => {
  await settled()
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('back closes only the upper of two sheets, and forward opens none', async () => {
  const [lower, upper] = [openSheet(), openSheet()]
  await settled()
  expect(browser.shown()).toEqual([PAGE, FIRST, SECOND])
  browser.go(-1)
  await settled()
  expect([lower.isOpen, upper.isOpen]).toEqual([true, false])
  browser.go(1)
  await settled()
  expect([lower.isOpen, upper.isOpen]).toEqual([true, false])
  expect(browser.shown()).toEqual([PAGE, FIRST])
  browser.go(-1)
  await settled()
  expect(lower.isOpen).toBe(false)
  expect(browser.shown()).toEqual([PAGE])
})

it('closing removes the entry; a sheet that replaces another one keeps it', async () => {
  const first = openSheet()
  await settled()
  first.close()
  const second = openSheet()
  await settled()
  expect(browser.shown()).toEqual([PAGE, FIRST])
  second.close()
  await settled()
  expect(browser.shown()).toEqual([PAGE])
})

it('a sheet that opens while another’s entry is being removed gets its own entry', async () => {
  const first = openSheet()
  await settled()
  first.close()
  await vi.advanceTimersByTimeAsync(1)
  openSheet().close()
  const last = openSheet()
  await settled()
  expect(browser.shown()).toEqual([PAGE, FIRST])
  last.close()
})

it('a sheet that refuses to close gets its entry back', async () => {
  const sheet = openSheet(true)
  await settled()
  browser.go(-1)
  await settled()
  expect(sheet.isOpen).toBe(true)
  expect(browser.shown()).toEqual([PAGE, FIRST])
  sheet.close()
})

it.each([1, 2])(
  'a page opened from %i sheets closes them and comes right after its page in the history',
  async (count) => {
    const sheets = Array.from({ length: count }, () => openSheet())
    await settled()
    pushFromSheets(push, replace)
    await settled()
    expect(browser.shown()).toEqual([PAGE, NEXT])
    expect(sheets.some(({ isOpen }) => isOpen)).toBe(false)
    expect(hasPageBefore()).toBe(true)
  },
)

it('a page that replaces this one leaves no entry of it, with or without a sheet', async () => {
  openSheet()
  await settled()
  replaceFromSheets(replace)
  await settled()
  expect(browser.shown()).toEqual([NEXT])
})

it('a link pressed while an entry is being removed waits until it is gone', async () => {
  const sheet = openSheet()
  await settled()
  sheet.close()
  await vi.advanceTimersByTimeAsync(1)
  pushFromSheets(push, replace)
  await settled()
  expect(browser.shown()).toEqual([PAGE, NEXT])
})

it('a link still works when the browser does not move', async () => {
  const sheet = openSheet()
  await settled()
  vi.spyOn(history, 'go').mockImplementation(() => {})
  sheet.close()
  await vi.advanceTimersByTimeAsync(1)
  pushFromSheets(push, replace)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(browser.shown()).toEqual([PAGE, NEXT])
})

it('removes entries left by an earlier visit', async () => {
  stop()
  browser = openHistory()
  history.pushState(FIRST, '')
  stop = followHistory()
  await settled()
  expect(browser.shown()).toEqual([PAGE])
  expect(hasPageBefore()).toBe(false)
})

it('starts a download from a menu only when the way back from the menu has ended', async () => {
  const assigned: string[] = []
  vi.stubGlobal('location', { assign: (url: string) => assigned.push(`${url} at ${browser.shown().length}`) })
  const menu = openSheet()
  await settled()
  downloadFromSheets('/file')
  menu.close()
  expect(assigned).toEqual([])
  await settled()
  expect(assigned).toEqual(['/file at 1'])
  downloadFromSheets('/again')
  expect(assigned).toHaveLength(2)
})
