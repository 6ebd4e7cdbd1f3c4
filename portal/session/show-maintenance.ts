import { isClosedPage } from '../../contract/maintenance-paths.ts'

/** A process that has not heard of it yet serves the page once more: no wheel of reloads. */
const YOUNGEST_MS = 5_000
let isLeaving = false

/** The server has a page for it, in the brand, that comes back by itself. */
export function showMaintenance(): void {
  if (isLeaving || !isClosedPage(location.pathname)) return
  isLeaving = true
  setTimeout(() => location.reload(), Math.max(0, YOUNGEST_MS - performance.now()))
}
