import { loadUserArea } from './load-user-area.ts'
import { publicScreens } from './screens.ts'

type Link = { saveData?: boolean; effectiveType?: string; downlink?: number }

/** In Mbit/s. On slower connections, prefetching would slow down what the reader is doing. */
const FAST_ENOUGH = 2

/**
 * Once a form is shown, prefetches what comes after it, so that signing in opens that at once. Only into the cache,
 * because running the code would delay typing. With data saving or a slow connection it loads when the form is sent.
 */
export function prefetchNext(path: string, files: readonly string[]): void {
  addEventListener('submit', () => void loadNext(path).catch(() => {}), { once: true })
  if (!isFast((navigator as { connection?: Link }).connection)) return
  const fetchAll = () => document.head.append(...files.map(linkTo))
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll)
  else setTimeout(fetchAll, 1500)
}

/** Ignore a failure here: the real visit asks again and shows it. */
async function loadNext(path: string): Promise<unknown> {
  return path === '/loginMonitor' ? publicScreens['/monitor']?.() : loadUserArea()
}

/** If the browser says nothing, assume a fast connection. */
export function isFast({ saveData = false, effectiveType = '4g', downlink = FAST_ENOUGH }: Link = {}): boolean {
  return !saveData && effectiveType === '4g' && downlink >= FAST_ENOUGH
}

function linkTo(href: string): HTMLLinkElement {
  const link = document.createElement('link')
  return Object.assign(link, { rel: 'prefetch', href })
}
