import { randomBytes, randomUUID } from 'node:crypto'

import { controlCashier, type CashierControl } from '../../cashier/control-client.ts'
import type { Letter } from '../../cashier/notifier.ts'
import { startCashier, type Cashier } from '../../cashier/start-cashier.ts'
import { api } from '../../contract/api.ts'
import { providerIds, type Provider } from '../../contract/providers.ts'
import { readConfig, type Config } from '../../server/config.ts'
import { post } from '../../server/domains/ledger/post.ts'
import { providers } from '../../server/domains/payments/gateways/providers.ts'
import { newMerchantId, sealMerchantSecret } from '../../server/domains/payments/merchants/merchant.ts'
import { createDb, inTransaction, type Db } from '../../server/platform/db/db.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { buildAccount } from '../../server/test/build/factories.ts'
import { makeDataDir, removeDataDir, startServer, type ServerProcess } from '../../server/test/run/server-process.ts'
import { freePort } from '../../test/free-port.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_BODY = { 'content-type': 'application/json' }
const TAKEN = Object.values(providers).map(({ notify }) => notify.taken)
export const RESELLER = 0
const RESENDS = 8
export const PRICE_FEN = 3000

export type PayWorld = {
  db: Db
  config: Config
  control: CashierControl
  url: string
  /** One way of each provider. */
  payTypes: Record<Provider, string>
  /**
   * Starts the server like an operator. It can be killed and started again, on the same port unless another is given.
   */
  start(port?: number, env?: Record<string, string>): Promise<ServerProcess>
}

/** Starts a cashier in this process and a server in a separate one, both on a database that ends with them. */
export async function withPayWorld<T>(databaseUrl: string, work: (world: PayWorld) => Promise<T>): Promise<T> {
  const dataDir = makeDataDir()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const SECRET_KEY = randomBytes(32).toString('hex')
  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY, PORT: String(port), LOG_LEVEL: 'silent' })
  const cashier = await startCashier({ dataDir: `${dataDir}/proof`, log: () => {} })
  const db = createDb({ url: databaseUrl, poolSize: 8, applicationName: 'yuxian-proof' })
  const running = new Set<ServerProcess>()
  const control = controlCashier(cashier)
  try {
    const payTypes = await addMerchants(db, config, cashier, url)
    return await work({
      db,
      config,
      control,
      url,
      payTypes,
      async start(place = port, more = {}) {
        const env = { DATABASE_URL: databaseUrl, SECRET_KEY, LOG_LEVEL: 'error', ...more }
        const server = await startServer({ dataDir, port: place, env })
        running.add(server)
        return server
      },
    })
  } finally {
    for (const server of running) await server.kill()
    await db.close()
    await cashier.stop()
    removeDataDir(dataDir)
  }
}

/** The cashier's account at every provider. Not a sandbox: a server that starts would turn that off for its own. */
async function addMerchants(db: Db, config: Config, cashier: Cashier, notifyBaseUrl: string) {
  const payTypes = {} as Record<Provider, string>
  for (const provider of providerIds) {
    const { path, secret, ...shown } = providers[provider].sandbox.account(cashier.merchant)
    const id = newMerchantId()
    payTypes[provider] = `${id}-${shown.channels.at(-1)}`
    const fixed = { id, provider, notifyBaseUrl, devices: ['pc', 'wap', 'qr'], createdAt: new Date() }
    const keys = { sealedSecret: sealMerchantSecret({ config }, id, secret), gatewayUrl: cashier.url + path }
    await db.kysely
      .insertInto('merchants')
      .values({ ...shown, ...fixed, ...keys })
      .execute()
  }
  return payTypes
}

export type Payer = { accountId: number; token: string }

export async function buildPayers(
  { db }: PayWorld,
  count: number,
  emailOf: (index: number) => { email?: string } = () => ({}),
): Promise<Payer[]> {
  const payers: Payer[] = []
  for (let index = 0; index < count; index += 1) {
    const account = await buildAccount(db, { resellerId: RESELLER, ...emailOf(index) })
    payers.push({ accountId: account.id, token: await buildSession(db, account) })
  }
  return payers
}

/** Makes a package for the proof, so that its price is known. */
export async function buildPlan({ db }: PayWorld): Promise<string> {
  const name = `Proof ${randomBytes(4).toString('hex')}`
  const plan = { kind: 'plan', name, trafficBytes: 1e11, deviceLimit: 3, lineLimit: 5 } as const
  const { id } = await db.kysely.insertInto('packages').values(plan).returning('id').executeTakeFirstOrThrow()
  const offer = { resellerId: RESELLER, packageId: id, period: 'month' } as const
  await db.kysely
    .insertInto('packageOffers')
    .values({ ...offer, retailFen: PRICE_FEN })
    .execute()
  await db.kysely
    .insertInto('ownPrices')
    .values({ ...offer, wholesaleFen: 1800 })
    .execute()
  return String(id)
}

export type Answer<T> = { status: number; data: T; code?: string }

/** The call as a user makes it. With `address` it seems to come from there, if the server trusts a proxy. */
export async function ask<T>(
  world: PayWorld,
  { path }: { path: string },
  body: object,
  { token, address }: { token: string; address?: string },
): Promise<Answer<T>> {
  const answer = await fetch(world.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(address ? { 'x-forwarded-for': address } : {}),
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...((await answer.json()) as Omit<Answer<T>, 'status'>) }
}

async function call<T>(world: PayWorld, route: { path: string }, body: object, token: string): Promise<T> {
  const { status, data, code } = await ask<T>(world, route, body, { token })
  if (status !== 200) throw new Error(`${route.path} answered ${status} ${code}`)
  return data
}

/** Begins a payment through the API and returns its number. */
export async function beginTopUp(world: PayWorld, payer: Payer, amountFen: number, payType: string): Promise<string> {
  const input = { type: 'user', amountFen, payType, device: 'qr', key: randomUUID() }
  return pay(world, input, payer)
}

/** With `balanceFen` that part is paid from the balance, which is given to the payer first. */
export async function beginOrder(
  world: PayWorld,
  payer: Payer,
  packageId: string,
  payType: string,
  balanceFen?: number,
): Promise<string> {
  const wish = { action: 'new', packageId, period: 'month' }
  const { quoteId } = await call<{ quoteId: string }>(world, api.packages.quote, wish, payer.token)
  const buy = { quoteId, payBy: 'online', key: randomUUID() }
  const { orderId } = await call<{ orderId: string }>(world, api.packages.buy, buy, payer.token)
  if (balanceFen !== undefined) await giveBalance(world, payer, balanceFen)
  const input = { type: 'package', orderId, payType, device: 'qr', key: randomUUID(), balanceFen }
  return pay(world, input, payer)
}

/** A gateway in a hurry gives nothing to pay with: the same call again goes on with the same payment. */
async function pay(world: PayWorld, input: object, { token }: Payer): Promise<string> {
  for (let left = RESENDS; ; left -= 1) {
    const { status, data, code } = await ask<{ out_trade_no: string }>(world, api.payments.pay, input, { token })
    if (status === 200) return data.out_trade_no
    if (code !== 'pay.unavailable' || left === 0) throw new Error(`${api.payments.pay.path} answered ${status} ${code}`)
  }
}

/** To a user, or to the reseller. The platform pays: what came from outside stays what the cashier took. */
export async function giveBalance(
  { db }: PayWorld,
  payee: Pick<Payer, 'accountId'> | null,
  amountFen: number,
): Promise<void> {
  const to = payee
    ? ({ kind: 'user', resellerId: RESELLER, accountId: payee.accountId } as const)
    : ({ kind: 'reseller', resellerId: RESELLER } as const)
  const legs = [
    { kind: 'platform', resellerId: null, amountFen: -amountFen },
    { ...to, amountFen },
  ] as const
  const entry = {
    key: `adjustment:${RESELLER}:${randomUUID()}`,
    kind: 'adjustment',
    resellerId: RESELLER,
    legs,
  } as const
  await inTransaction(db, (tx) => post({ db: tx, now: new Date() }, entry))
}

/** `success` when it was taken, `fail` when refused, in whatever words; or the name of the error that prevented an answer. */
export async function sendLetter({ url, form, isJson, headers = isJson ? JSON_BODY : FORM }: Letter): Promise<string> {
  try {
    const answer = await fetch(url, form === null ? {} : { method: 'POST', headers, body: form })
    const text = await answer.text()
    if (answer.ok && TAKEN.includes(text)) return 'success'
    return answer.status === 400 ? 'fail' : text
  } catch (error) {
    return `[${(error as Error).name}]`
  }
}

/** Acts like a gateway: repeats every notify that was not answered with "success". Returns those that never were. */
export async function sendUntilAcked(letters: readonly Letter[], width: number): Promise<Letter[]> {
  let left = [...letters]
  for (let round = 0; left.length > 0 && round < RESENDS; round += 1) {
    const answers = await inParallel(left, width, sendLetter)
    left = left.filter((_, index) => answers[index] !== 'success')
  }
  return left
}

/** Runs `width` at a time, in the order of the list. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = (next += 1) - 1
      results[at] = await work(items[at]!)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  return results
}

export function shuffle<T>(items: T[]): T[] {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1))
    ;[items[at], items[other]] = [items[other]!, items[at]!]
  }
  return items
}
