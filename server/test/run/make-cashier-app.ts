import { controlCashier, type CashierControl } from '../../../cashier/control-client.ts'
import type { CashierMerchant } from '../../../cashier/merchants.ts'
import { startCashier, type Cashier } from '../../../cashier/start-cashier.ts'
import { freePort } from '../../../test/free-port.ts'
import { saveSandboxMerchants } from '../../domains/payments/merchants/save-sandbox-merchants.ts'
import { clock } from '../../platform/clock.ts'
import { atFileEnd } from './endings.ts'
import { makeApp, type TestApp } from './make-app.ts'
import { makeDataDir, removeDataDir } from './server-process.ts'

export type CashierApp = TestApp & {
  url: string
  cashier: Cashier
  control: CashierControl
  shop: CashierMerchant
  /** Ids from GET payType. */
  payTypes: { alipay: string; wxpay: string }
}

/** The application on a real port, with the sandbox cashier as its gateway. Both follow the test's clock. */
export async function makeCashierApp(env: Record<string, string> = {}): Promise<CashierApp> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const made = await makeApp({ PORT: String(port), PUBLIC_URL: url, ...env })
  const dataDir = makeDataDir()
  const cashier = await startCashier({ dataDir, now: clock.now, log: () => {} })
  atFileEnd(async () => {
    await cashier.stop()
    removeDataDir(dataDir)
  })
  await made.app.listen({ port, host: '127.0.0.1' })
  const places = { gatewayUrl: cashier.url, pageUrl: cashier.url, notifyBaseUrl: url }
  await saveSandboxMerchants({ db: made.db, config: made.config, now: clock.now() }, cashier.merchant, places)
  const merchants = await made.db.kysely.selectFrom('merchants').select(['id', 'provider']).execute()
  const idOf = (provider: string) => merchants.find((merchant) => merchant.provider === provider)!.id
  return {
    ...made,
    url,
    cashier,
    control: controlCashier(cashier),
    shop: cashier.merchant,
    payTypes: { alipay: `${idOf('alipay')}-alipay`, wxpay: `${idOf('epay')}-wxpay` },
  }
}
