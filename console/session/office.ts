/** Where the console lives, and whose office the address names: `/console/…`, or `/console/r/260/…` inside a reseller. */
const ROOT = '/console'
const INSIDE = /^\/console\/r\/(\d{1,9})(?=\/|$)/

export type Place = {
  /** The reseller that the address names; null in the own office and on the platform's. */
  named: number | null
  /** What the router leaves out of its paths. */
  base: string
}

/** Read once: who goes to another office loads the page anew, so that nothing of the last one stays. */
export const place = readPlace(typeof location === 'undefined' ? ROOT : location.pathname)

export function readPlace(pathname: string): Place {
  const key = INSIDE.exec(pathname)?.[1]
  return key === undefined ? { named: null, base: ROOT } : { named: Number(key), base: `${ROOT}/r/${key}` }
}

/** The first page of a reseller's office, or of the platform's. */
export function officeAddress(key: number | null): string {
  return key === null ? `${ROOT}/` : `${ROOT}/r/${key}/`
}

export function goToOffice(key: number | null): void {
  location.assign(officeAddress(key))
}
