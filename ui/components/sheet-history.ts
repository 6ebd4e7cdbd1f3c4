import { useEffectEvent, useLayoutEffect, useRef } from 'react'

type OpenSheet = { close: () => void }
/** What we and the router (`idx`, position of the entry) store in a history entry. */
type EntryState = { idx?: number; sheets?: number } | null
type Go = () => void

/** The browser answers within milliseconds. If it never does, a link must not wait for ever. */
const LONGEST_WAY_MS = 1_000

const sheets: OpenSheet[] = []
let isDue = false
/** Set while the browser moves through the history: it arrives later, with a popstate event. */
let way: { timer: ReturnType<typeof setTimeout>; then: Go | null } | null = null

const entry = () => history.state as EntryState
/** Number of entries up to this one that belong to sheets on this page. */
const depth = () => entry()?.sheets ?? 0

/** True when "back" leads to a page of the portal. */
export function hasPageBefore(): boolean {
  return (entry()?.idx ?? 0) > 0
}

/** Gives an open sheet one history entry, so that "back" closes the sheet and not the page. Returns the cleanup. */
export function addSheet(close: () => void): () => void {
  const sheet = { close }
  sheets.push(sheet)
  settleSoon()
  return () => {
    sheets.splice(sheets.indexOf(sheet), 1)
    settleSoon()
  }
}

/** First removes entries of sheets that are no longer visible, left by a reload or by "back" from another site. */
export function followHistory(): () => void {
  // Runs before the router, so that a waiting page is shown instead of the one in between.
  window.addEventListener('popstate', onPop, { capture: true })
  settleSoon()
  return () => window.removeEventListener('popstate', onPop, { capture: true })
}

/** A new page replaces the entry of the sheet that links to it: "back" then leads to the page, not to a dead step. */
export function pushFromSheets(push: Go, replace: Go): void {
  leaveSheets(1, () => (depth() === 1 ? replace() : push()))
}

export function replaceFromSheets(replace: Go): void {
  leaveSheets(0, replace)
}

/** A download from a sheet starts after the way back from the sheet's entry, which would cancel it. */
export function downloadFromSheets(url: string): void {
  leaveSheets(0, () => location.assign(url))
}

/** "Back" from the page itself, past the entries of its open sheets. */
export function goBackFromSheets(): void {
  if (way) way.then = goBackFromSheets
  else walk(-1 - depth(), null)
}

function leaveSheets(kept: 0 | 1, go: Go): void {
  const again = () => leaveSheets(kept, go)
  if (way) way.then = again
  else if (depth() > kept) walk(kept - depth(), again)
  else {
    go()
    closeFrom(0)
  }
}

/** Waits for everything that one render opens and closes: a sheet that replaces another one keeps its entry. */
function settleSoon(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(settle)
}

function settle(): void {
  isDue = false
  if (way) return
  const surplus = depth() - sheets.length
  if (surplus > 0) return walk(-surplus, null)
  for (let missing = -surplus; missing > 0; missing -= 1) {
    history.pushState({ ...entry(), idx: (entry()?.idx ?? 0) + 1, sheets: depth() + 1 }, '')
  }
}

function walk(steps: number, then: Go | null): void {
  way = { timer: setTimeout(arrive, LONGEST_WAY_MS), then }
  history.go(steps)
}

/** Returns true when a navigation was waiting. */
function arrive(): boolean {
  const then = way?.then
  clearTimeout(way?.timer)
  way = null
  if (then) then()
  else settleSoon()
  return Boolean(then)
}

function onPop(event: PopStateEvent): void {
  if (way) {
    if (arrive()) event.stopImmediatePropagation()
    return
  }
  closeFrom(depth())
  // A sheet that refuses to close gets its entry back. By then the others have closed.
  setTimeout(settle)
}

function closeFrom(first: number): void {
  for (const sheet of sheets.slice(first).toReversed()) sheet.close()
}

/** "Back" closes the open sheet and stays on the page. Returns whether the sheet is the uppermost one. */
export function useBackCloses(opened: boolean, onClose: () => void): () => boolean {
  const close = useEffectEvent(onClose)
  const own = useRef<Go>(null)
  // Adds the entry before the sheet is visible, so that an immediate "back" finds it.
  useLayoutEffect(() => {
    if (!opened) return
    const shut = () => close()
    own.current = shut
    return addSheet(shut)
  }, [opened])
  return () => sheets.at(-1)?.close === own.current
}
