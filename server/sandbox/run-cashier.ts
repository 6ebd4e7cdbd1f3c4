import path from 'node:path'

import type { Config } from '../config.ts'
import { saveSandboxMerchants } from '../domains/payments/merchants/save-sandbox-merchants.ts'
import { clock } from '../platform/clock.ts'
import { createDb } from '../platform/db/db.ts'
import { lockDataDir } from '../platform/postgres/data-dir-lock.ts'
import { CASHIER_PATH } from './cashier-pages.ts'

type RunningCashier = { stop(): Promise<void> }

/**
 * Starts the sandbox cashier and makes it the platform's merchant. One per data folder: a second process uses the
 * first's.
 */
export async function runCashier(config: Config, databaseUrl: string): Promise<RunningCashier> {
  const lock = await lockDataDir(path.join(config.dataDir, 'cashier')).catch(() => null)
  if (!lock) return { stop: async () => {} }
  const { startCashier } = await import('../../cashier/start-cashier.ts')
  const pageUrl = `${config.publicUrl}${CASHIER_PATH}`
  const cashier = await startCashier({ dataDir: config.dataDir, pageBase: pageUrl, log: () => {} })
  const stop = async () => {
    await cashier.stop()
    await lock.release()
  }
  const db = createDb({ url: databaseUrl, poolSize: 1, applicationName: 'yuxian-start' })
  try {
    const places = { gatewayUrl: cashier.url, pageUrl, notifyBaseUrl: localUrl(config) }
    await saveSandboxMerchants({ db, config, now: clock.now() }, cashier.merchant, places)
  } catch (error) {
    await stop()
    throw error
  } finally {
    await db.close()
  }
  return { stop }
}

/** The cashier runs on this machine; it may be unable to reach the proxy behind PUBLIC_URL. */
function localUrl({ host, port }: Config): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  return `http://${host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host}:${port}`
}
