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

/** Holds what the browser refuses to store: private mode, full disk, blocked third-party frame, demo. */
const memory = new Map<StoredName, string>()

export function readStored(name: StoredName): string | null {
  const held = memory.get(name)
  if (held !== undefined) return held
  return attempt(() => localStorage.getItem(name)) ?? null
}

export function writeStored(name: StoredName, value: string): void {
  const kept = attempt(() => {
    localStorage.setItem(name, value)
    return true
  })
  if (kept) memory.delete(name)
  else memory.set(name, value)
}

export function removeStored(name: StoredName): void {
  memory.delete(name)
  attempt(() => localStorage.removeItem(name))
}

/** `memory` means that a reload loses everything; support must see that. */
export function storageHealth(): 'lasting' | 'memory' {
  return memory.size === 0 && attempt(() => typeof localStorage.length === 'number') ? 'lasting' : 'memory'
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
