import { existsSync } from 'node:fs'

/** The first one has no windows and needs a sixth less processor time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * A browser as people have it, beside the lighter one that runs all tests. Where CI has none, its tests fail rather than
 * disappear.
 */
export function findBrowserWithTabs(): string | null {
  if (!findBrowser()?.endsWith('headless-shell')) return null
  const [, first, ...others] = PLACES
  return [first!, ...others].find((file) => existsSync(file)) ?? (process.env.CI ? first! : null)
}

/** The system's browser, so that nothing is downloaded, or the one that TEST_BROWSER names. */
export function findBrowser(): string | null {
  return process.env['TEST_BROWSER'] ?? PLACES.find((file) => existsSync(file)) ?? null
}
