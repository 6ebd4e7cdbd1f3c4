import { generateKeyPair, randomBytes, randomInt } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** One shop at both gateways. As at Alipay, the gateway has a separate key pair for every app, too. */
export type CashierMerchant = {
  appId: string
  sellerId: string
  /** The shop's key pair: the shop signs, the gateway checks. */
  appPrivateKey: string
  appPublicKey: string
  /** The gateway's key pair for this shop. */
  alipayPrivateKey: string
  alipayPublicKey: string
  pid: string
  epayKey: string
}
type KeyFile = { controlToken: string; merchants: CashierMerchant[] }

export type MerchantBook = {
  controlToken: string
  /** The shop made on the first start. */
  first: CashierMerchant
  byAppId(appId: string): CashierMerchant | null
  byPid(pid: string): CashierMerchant | null
  add(): Promise<CashierMerchant>
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

/** Opens the shops with real 2048-bit keys, made once and kept where only our own system user may read. */
export async function openMerchants(folder: string): Promise<MerchantBook> {
  const file = path.join(folder, 'merchants.json')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kept = (await readKept(file)) ?? { controlToken: randomBytes(24).toString('base64url'), merchants: [] }
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
    byPid: (pid) => kept.merchants.find((one) => one.pid === pid) ?? null,
    add,
  }
}

async function readKept(file: string): Promise<KeyFile | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as KeyFile)
}

async function makeMerchant(): Promise<CashierMerchant> {
  const [shop, gateway] = await Promise.all([makeRsaPair(), makeRsaPair()])
  return {
    appId: `2021${digits(12)}`,
    sellerId: `2088${digits(12)}`,
    appPrivateKey: shop.privateKey,
    appPublicKey: shop.publicKey,
    alipayPrivateKey: gateway.privateKey,
    alipayPublicKey: gateway.publicKey,
    pid: `1${digits(5)}`,
    epayKey: randomBytes(16).toString('hex'),
  }
}

async function makeRsaPair(): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  // Trim the last line break: the SDK takes an empty last line for a part of the key.
  return { privateKey: privateKey.trim(), publicKey: publicKey.trim() }
}
