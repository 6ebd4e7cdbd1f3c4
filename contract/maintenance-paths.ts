/** Pages that stay open while the portal is closed: the status page and the operators' monitor. */
const OPEN_PAGES: ReadonlySet<string> = new Set(['/online', '/monitor', '/loginMonitor'])

export function isClosedPage(pathname: string): boolean {
  return !OPEN_PAGES.has(pathname.replace(/\/$/, ''))
}
