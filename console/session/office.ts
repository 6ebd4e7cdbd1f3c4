/** The console's address, and whose office it names: `/console/…`, or `/console/r/260/…` inside a reseller. */
const ROOT = '/console'
const INSIDE = /^\/console\/r\/(\d{1,9})(?=\/|$)/

export type Place = {
  /** The reseller that the address names; null in a member's own office and on the platform's pages. */
  named: number | null
  /** The part of the path that the router leaves out. */
  base: string
}

/** Read once: switching offices reloads the page, so that no data of the last one stays. */
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
