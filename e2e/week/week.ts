import type { Browser, Page } from '@playwright/test'

import { readConfig, type Config } from '../../server/config.ts'
import type { NameServer } from '../../server/test/outside/name-server.ts'
import type { Agency } from '../console/trip.ts'
import type { Stage } from '../stage.ts'

/** What every point of the week needs. */
export type Week = { page: Page; browser: Browser; stage: Stage; names: NameServer; agency: Agency }

/** The server's own settings, to build what only the server seals. */
export function configOf({ portal, databaseUrl }: Stage): Config {
  return readConfig({ MODE: 'sandbox', DATA_DIR: portal.dataDir, DATABASE_URL: databaseUrl })
}

/** Another person's browser, of the same size. */
export async function besides<T>({ page, browser }: Pick<Week, 'page' | 'browser'>, work: (other: Page) => Promise<T>) {
  const context = await browser.newContext({ viewport: page.viewportSize() })
  const made = await work(await context.newPage())
  await context.close()
  return made
}
