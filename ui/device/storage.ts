let isAlone = false

/** For the demo: what happens in this page stays in it. No storage, no cookie, no word to other tabs. */
export function keepPageAlone(): void {
  isAlone = true
}

export function isPageAlone(): boolean {
  return isAlone
}

/** The eight values the portal keeps in the browser, by the names older apps already know. Nothing else is stored. */
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

/** Stands in for what the browser refuses to keep: private mode, a full disk, a blocked third-party frame, the demo. */
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

/** `memory` means that a reload forgets everything; support needs to see that. */
export function storageHealth(): 'lasting' | 'memory' {
  return memory.size === 0 && attempt(() => typeof localStorage.length === 'number') ? 'lasting' : 'memory'
}

/** Naming `localStorage` throws by itself where storage is blocked, so every touch goes through here. */
function attempt<T>(touch: () => T): T | undefined {
  if (isPageAlone()) return undefined
  try {
    return touch()
  } catch {
    return undefined
  }
}
