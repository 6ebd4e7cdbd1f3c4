import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { providerIds, type Provider } from '../contract/providers.ts'
import { makeAlipayAccount, type AlipayAccount } from './alipay/account.ts'
import { makeEpayAccount, type EpayAccount } from './epay/account.ts'
import { makeStripeAccount, type StripeAccount } from './stripe/account.ts'
import { makeUsdtAccount, type UsdtAccount } from './usdt/account.ts'
import { makeWechatAccount, type WechatAccount } from './wechat/account.ts'

/** One shop at every gateway. */
export type CashierMerchant = AlipayAccount &
  EpayAccount &
  StripeAccount &
  UsdtAccount &
  WechatAccount & { providers?: Provider[] }
const accounts: Record<Provider, () => object> = {
  alipay: makeAlipayAccount,
  epay: makeEpayAccount,
  usdt: makeUsdtAccount,
  stripe: makeStripeAccount,
  wechat: makeWechatAccount,
}
type KeyFile = { controlToken: string; merchants: CashierMerchant[] }

export type MerchantBook = {
  controlToken: string
  /** The shop made on the first start. */
  first: CashierMerchant
  byAppId(appId: string): CashierMerchant | null
  find(isMeant: (merchant: CashierMerchant) => boolean): CashierMerchant | null
  add(): Promise<CashierMerchant>
}

/** Opens the shops with real 2048-bit keys, made once and kept where only our own system user may read. */
export async function openMerchants(folder: string): Promise<MerchantBook> {
  const file = path.join(folder, 'merchants.json')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kept = (await readKept(file)) ?? { controlToken: randomBytes(24).toString('base64url'), merchants: [] }
  for (const [at, known] of kept.merchants.entries()) kept.merchants[at] = await completed(known)
  const save = () => writeFile(file, JSON.stringify(kept, null, 2), { mode: 0o600 })
  const add = async () => {
    const merchant = await makeMerchant()
    kept.merchants.push(merchant)
    await save()
    return merchant
  }
  const first = kept.merchants[0] ?? (await add())
  return {
    controlToken: kept.controlToken,
    first,
    byAppId: (appId) => kept.merchants.find((one) => one.appId === appId) ?? null,
    find: (isMeant) => kept.merchants.find(isMeant) ?? null,
    add,
  }
}

async function readKept(file: string): Promise<KeyFile | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as KeyFile)
}

/** A folder of an older release has no account at the providers that came since. */
async function completed(known: CashierMerchant): Promise<CashierMerchant> {
  const { providers = ['alipay', 'epay'] } = known
  const missing = providerIds.filter((one) => !providers.includes(one))
  const made = await Promise.all(missing.map((one) => accounts[one]()))
  return Object.assign({}, known, ...made, { providers: providerIds }) as CashierMerchant
}

async function makeMerchant(): Promise<CashierMerchant> {
  const made = await Promise.all(Object.values(accounts).map((make) => make()))
  return Object.assign({ providers: providerIds }, ...made) as CashierMerchant
}
