import { loadUserArea, publicScreens } from './screens.ts'

type Link = { saveData?: boolean; effectiveType?: string; downlink?: number }

/** Below this, in Mbit/s, whatever is fetched ahead takes the line from what the reader does. */
const FAST_ENOUGH = 2

/**
 * Once a form stands, what comes after it is fetched in quiet, so that signing in opens that at once: only into the
 * cache, because running it would hold up the typing. Who saves data or has a slow line gets it when the form is sent.
 */
export function prefetchNext(path: string, files: readonly string[]): void {
  addEventListener('submit', () => void loadNext(path).catch(() => {}), { once: true })
  if (!isFast((navigator as { connection?: Link }).connection)) return
  const fetchAll = () => document.head.append(...files.map(linkTo))
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll)
  else setTimeout(fetchAll, 1500)
}

/** A failure here costs nothing: the real visit asks again and shows it. */
async function loadNext(path: string): Promise<unknown> {
  return path === '/loginMonitor' ? publicScreens['/monitor']?.() : loadUserArea()
}

/** Where the browser does not say, the line is taken for a good one. */
export function isFast({ saveData = false, effectiveType = '4g', downlink = FAST_ENOUGH }: Link = {}): boolean {
  return !saveData && effectiveType === '4g' && downlink >= FAST_ENOUGH
}

function linkTo(href: string): HTMLLinkElement {
  const link = document.createElement('link')
  return Object.assign(link, { rel: 'prefetch', href })
}
