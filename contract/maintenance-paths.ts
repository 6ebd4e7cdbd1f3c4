/** Pages that stay open while the portal is closed: the status, and the monitor of operators. */
const OPEN_PAGES: ReadonlySet<string> = new Set(['/online', '/monitor', '/loginMonitor'])

export function isClosedPage(pathname: string): boolean {
  return !OPEN_PAGES.has(pathname.replace(/\/$/, ''))
}
