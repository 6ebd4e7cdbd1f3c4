import { isPageAlone } from './storage.ts'

const KEPT_S = 365 * 86_400

/** Language and colour scheme are in cookies: the server needs them before the first paint, and they are not secret. */
export function keepChoice(name: string, value: string): void {
  if (isPageAlone()) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  try {
    document.cookie = `${name}=${value}; Path=/; Max-Age=${KEPT_S}; SameSite=Lax${secure}`
  } catch {
    // A sandboxed frame cannot use cookies: the choice then lasts until the next load.
  }
}

export function readChoice(name: string): string | null {
  try {
    const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
    return found?.slice(name.length + 1) ?? null
  } catch {
    return null
  }
}
