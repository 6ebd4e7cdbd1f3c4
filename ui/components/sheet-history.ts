import { useEffectEvent, useLayoutEffect } from 'react'

type OpenSheet = { close: () => void }
/** What we and the router (`idx`, the place of the entry) keep in a history entry. */
type EntryState = { idx?: number; sheets?: number } | null
type Go = () => void

/** The browser answers within milliseconds; where it never does, a link must not wait for it for ever. */
const LONGEST_WAY_MS = 1_000

const sheets: OpenSheet[] = []
let isDue = false
/** Set while the browser walks through the history: it arrives later, with a popstate. */
let way: { timer: ReturnType<typeof setTimeout>; then: Go | null } | null = null

const entry = () => history.state as EntryState
/** How many of the entries up to this one are those of sheets on this page. */
const depth = () => entry()?.sheets ?? 0

/** Whether the way back leads to a page of the portal. */
export function hasPageBefore(): boolean {
  return (entry()?.idx ?? 0) > 0
}

/** An open sheet has one history entry, so that the way back closes it and not the page. Gives what ends that. */
export function addSheet(close: () => void): () => void {
  const sheet = { close }
  sheets.push(sheet)
  settleSoon()
  return () => {
    sheets.splice(sheets.indexOf(sheet), 1)
    settleSoon()
  }
}

/** Begins with what a reload or the way back from another site has left: entries of sheets that nobody sees. */
export function followHistory(): () => void {
  // Before the router: a page that waits for this step is shown instead of the one in between.
  window.addEventListener('popstate', onPop, { capture: true })
  settleSoon()
  return () => window.removeEventListener('popstate', onPop, { capture: true })
}

/** A new page takes the entry of the sheet whose link leads to it: back from there is the page, not a dead step. */
export function pushFromSheets(push: Go, replace: Go): void {
  leaveSheets(1, () => (depth() === 1 ? replace() : push()))
}

export function replaceFromSheets(replace: Go): void {
  leaveSheets(0, replace)
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

/** After all that one change of the page opens and closes: a sheet in another's place keeps its entry. */
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

/** Whether somebody waited for it. */
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
  // One that refuses to close gets its entry back. By then the others have gone.
  setTimeout(settle)
}

function closeFrom(first: number): void {
  for (const sheet of sheets.slice(first).toReversed()) sheet.close()
}

/** The way back closes what is open, and leaves the page where it is. */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  // Before it is seen: who goes back at once must find the entry.
  useLayoutEffect(() => (opened ? addSheet(() => close()) : undefined), [opened])
}
