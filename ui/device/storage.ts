import { readCookie, writeCookie } from './cookies.ts'
import { isInFrame } from './page.ts'

let isAlone = false

/** For the demo: keeps everything inside this page. No storage, no cookies, no messages to other tabs. */
export function keepPageAlone(): void {
  isAlone = true
}

export function isPageAlone(): boolean {
  return isAlone
}

/** The eight values that the portal stores in the browser, under the names that older apps use. Stores nothing else. */
export const STORED_NAMES = [
  'username',
  'password',
  'userToken',
  'monitorToken',
  'token',
  'iframe',
  'pc',
  'app_key',
] as const
export type StoredName = (typeof STORED_NAMES)[number]

/** The console's too: texts that are being written. */
type Kept = StoredName | `console-draft ${string}`

/** Holds what the browser refuses to store: private mode, full disk, blocked third-party frame, demo. */
const memory = new Map<Kept, string>(takeCarried())

export function readStored(name: Kept): string | null {
  return memory.get(name) ?? attempt(() => (isDenied() ? readFrameCookie(name) : localStorage.getItem(name))) ?? null
}

export function writeStored(name: Kept, value: string): void {
  memory.delete(name)
  const isKept = attempt(() => {
    if (isDenied()) return writeFrameCookie(name, value)
    localStorage.setItem(name, value)
    return true
  })
  if (!isKept) memory.set(name, value)
}

export function removeStored(name: Kept): void {
  memory.delete(name)
  attempt(() => (isDenied() ? writeFrameCookie(name, '', 0) : localStorage.removeItem(name)))
}

/** In a frame whose storage the browser denies, as it does in private windows or when third-party storage is blocked. */
export function isDenied(): boolean {
  return !isPageAlone() && isInFrame() && attempt(() => localStorage.length) === undefined
}

/** `frame`: in cookies that only this frame on this site has. `memory`: a reload loses everything. Support must see it. */
export function storageHealth(): 'lasting' | 'frame' | 'memory' {
  if (memory.size > 0) return 'memory'
  if (isDenied()) return readFrameCookie('app_key') === null ? 'memory' : 'frame'
  return attempt(() => localStorage.length) === undefined ? 'memory' : 'lasting'
}

/** Where a frame is denied storage: asks the browser. Call it in a press, because only then it asks the reader. */
export function askForStorage(): void {
  if (isDenied()) document.requestStorageAccess?.().then(moveSession, () => {})
}

/** To wherever the browser now lets it last: a session that began before its answer. */
function moveSession(): void {
  const findKept = (name: StoredName) => memory.get(name) ?? readFrameCookie(name)
  if (findKept('userToken') === null) return
  for (const name of STORED_NAMES) {
    const value = findKept(name)
    if (value === null) removeStored(name)
    else writeStored(name, value)
  }
}

/** For a reload of our own: the next page gets what only the memory of this one holds, by the history's state. */
export function carryMemory(): void {
  if (memory.size > 0) attempt(() => history.replaceState({ ...history.state, carried: [...memory] }, ''))
}

function takeCarried(): [Kept, string][] | undefined {
  return attempt(() => {
    const { carried, ...state } = history.state as { carried?: [Kept, string][] }
    if (carried) history.replaceState(state, '')
    return carried
  })
}

/** The browser keeps such a cookie apart for each site that shows the frame. */
const OF_FRAME = 'SameSite=None; Secure; Partitioned'
const frameCookie = (name: Kept) => `__Host-kept-${name}`
const readFrameCookie = (name: Kept) => readCookie(frameCookie(name))

/** False when the browser keeps none. */
function writeFrameCookie(name: Kept, value: string, lastsS?: number): boolean {
  writeCookie(frameCookie(name), value, OF_FRAME, lastsS)
  return readFrameCookie(name) === value
}

/** Every access goes through here, because merely naming `localStorage` throws when storage is blocked. */
function attempt<T>(touch: () => T): T | undefined {
  if (isPageAlone()) return undefined
  try {
    return touch()
  } catch {
    return undefined
  }
}
