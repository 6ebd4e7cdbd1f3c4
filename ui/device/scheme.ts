import { SCHEME_COOKIE, type ColourScheme } from '../../contract/page.ts'
import { keepChoice } from './choice-cookie.ts'
import { readCookie } from './cookies.ts'

export const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme'
const listeners = new Set<(scheme: ColourScheme) => void>()

/** Replaces the cookie if the browser stores none. */
let chosen: ColourScheme | null = null

/** The reader's own choice; `auto` until they make one. */
export function chosenScheme(): ColourScheme {
  const kept = chosen ?? readCookie(SCHEME_COOKIE)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

export function chooseScheme(scheme: ColourScheme): void {
  chosen = scheme
  keepChoice(SCHEME_COOKIE, scheme)
  paint(scheme)
  for (const listener of listeners) listener(scheme)
}

export function toggleScheme(): void {
  const shown = document.documentElement.getAttribute(SCHEME_ATTRIBUTE)
  chooseScheme(shown === 'dark' ? 'light' : 'dark')
}

export function onSchemeChosen(listener: (scheme: ColourScheme) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows the system as long as nothing is chosen, even when the system switches at sunset. */
export function followSystemScheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (chosenScheme() === 'auto') paint('auto')
  })
}

function paint(scheme: ColourScheme): void {
  const dark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  document.documentElement.setAttribute(SCHEME_ATTRIBUTE, dark ? 'dark' : 'light')
}
