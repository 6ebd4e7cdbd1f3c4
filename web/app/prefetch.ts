import { loadUserArea, userScreens } from './screens.ts'

/** Once /login stands, fetches what comes after it, so that signing in opens /user at once. */
export function prefetchUserArea(): void {
  const fetchAll = () => {
    // A failure here costs nothing: the real visit asks again and shows it.
    void Promise.all([loadUserArea(), userScreens['']?.()]).catch(() => {})
  }
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll, { timeout: 5000 })
  else setTimeout(fetchAll, 1500)
}
