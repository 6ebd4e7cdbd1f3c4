import { isClosedPage } from '../../contract/maintenance-paths.ts'
import { reloadPage } from '../../ui/device/app-key.ts'

/**
 * A server process that does not know about the maintenance yet may serve the page again: this prevents a reload loop.
 */
const YOUNGEST_MS = 5_000
let isLeaving = false

/** Reloads: the server has a branded maintenance page, which returns by itself. */
export function showMaintenance(): void {
  if (isLeaving || !isClosedPage(location.pathname)) return
  isLeaving = true
  setTimeout(() => reloadPage(), Math.max(0, YOUNGEST_MS - performance.now()))
}
