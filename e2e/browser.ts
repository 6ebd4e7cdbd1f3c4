import { existsSync } from 'node:fs'

/** The first one has no windows and needs a sixth less processor time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The system's browser, so that nothing is downloaded. */
export function findBrowser(): string | null {
  return PLACES.find((file) => existsSync(file)) ?? null
}
