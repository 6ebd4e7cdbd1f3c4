import { loadUserArea } from './screens.ts'

/** Once /login stands, fetches what comes after it, so that signing in opens /user at once. */
export function prefetchUserArea(): void {
  const fetchAll = () => {
    // A failure here costs nothing: the real visit asks again and shows it.
    void Promise.all([loadUserArea(), loadHome()]).catch(() => {})
  }
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll, { timeout: 5000 })
  else setTimeout(fetchAll, 1500)
}

async function loadHome(): Promise<void> {
  const { userScreens } = await import('./user-screens.ts')
  await userScreens['']?.()
}
