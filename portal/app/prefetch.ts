import { loadChunk } from '../../ui/http/load-chunk.ts'
import { loadUserArea, publicScreens } from './screens.ts'

/** Once a form stands, fetches what comes after it, so that signing in opens that at once. */
export function prefetchNext(path: string): void {
  const fetchAll = () => {
    const next = path === '/loginMonitor' ? [publicScreens['/monitor']?.()] : [loadUserArea(), loadHome()]
    // A failure here costs nothing: the real visit asks again and shows it.
    void Promise.all<unknown>(next).catch(() => {})
  }
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll, { timeout: 5000 })
  else setTimeout(fetchAll, 1500)
}

async function loadHome(): Promise<void> {
  const { userScreens } = await loadChunk(() => import('./user-screens.ts'))
  await userScreens['']?.()
}
