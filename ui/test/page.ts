import { vi } from 'vitest'

import { type BrowserOptions, openBrowser } from './browser.ts'

/** A page load without an app: a browser and freshly loaded modules. */
export async function openPage(options: BrowserOptions = {}) {
  vi.resetModules()
  const browser = openBrowser(options)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  return { browser, logged, ...(await import('../http/client.ts')), ...(await import('../../contract/api.ts')) }
}
