import { SCHEME_COOKIE, type ColourScheme } from '../../contract/page.ts'
import { keepChoice, readChoice } from './choice-cookie.ts'

export const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme'
const listeners = new Set<(scheme: ColourScheme) => void>()

/** Stands in for the cookie where the browser keeps none. */
let chosen: ColourScheme | null = null

/** The reader's own choice; `auto` until one was made. */
export function chosenScheme(): ColourScheme {
  const kept = chosen ?? readChoice(SCHEME_COOKIE)
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

/** While nothing was chosen, the page follows the system, also when that changes at sunset. */
export function followSystemScheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (chosenScheme() === 'auto') paint('auto')
  })
}

function paint(scheme: ColourScheme): void {
  const dark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  document.documentElement.setAttribute(SCHEME_ATTRIBUTE, dark ? 'dark' : 'light')
}
