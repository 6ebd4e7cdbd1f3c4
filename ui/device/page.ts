import { DEFAULT_BRAND } from '../../contract/default-brand.ts'
import { DEFAULT_LANGUAGE } from '../../contract/languages.ts'
import { DEFAULT_TIME_ZONE, type PageStart } from '../../contract/page.ts'

const BLANK: PageStart = {
  brand: DEFAULT_BRAND,
  language: DEFAULT_LANGUAGE,
  scheme: 'auto',
  sandbox: false,
  build: '',
  timeZone: DEFAULT_TIME_ZONE,
  limits: {},
}

/**
 * Reads what the server wrote into the page, so that the first paint shows the right brand. Never throws: a page
 * without the block (development, prerendering) gets brand 0.
 */
export function readPageStart(): PageStart {
  if (typeof document === 'undefined') return BLANK
  try {
    return { ...BLANK, ...(JSON.parse(document.getElementById('brand')?.textContent ?? '{}') as Partial<PageStart>) }
  } catch {
    return BLANK
  }
}

/** In a page of another site, of an app, or of our own. */
export const isInFrame = () => window.self !== window.top

/** A parameter of the page's address; null when missing. */
export function readQueryParam(name: string, search: string = location.search): string | null {
  return new URLSearchParams(search).get(name)
}
