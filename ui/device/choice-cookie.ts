import { writeCookie } from './cookies.ts'
import { isPageAlone } from './storage.ts'

/**
 * Language and colour scheme are in cookies: the server needs them before the first paint, and they are not secret. In
 * a frame without cookies the choice lasts until the next load.
 */
export function keepChoice(name: string, value: string): void {
  if (!isPageAlone()) writeCookie(name, value)
}
