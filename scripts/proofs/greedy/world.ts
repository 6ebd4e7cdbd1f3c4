import { randomBytes, randomUUID } from 'node:crypto'

import { readConfig, type Config } from '../../../server/config.ts'
import type { Ctx } from '../../../server/platform/context.ts'
import { createDb, type Db } from '../../../server/platform/db/db.ts'
import { createLog } from '../../../server/platform/log.ts'
import { buildAccount } from '../../../server/test/build/factories.ts'
import { GB } from '../../../server/test/build/money-factories.ts'
import { buildMerchantRow } from '../../../server/test/build/own-merchant.ts'
import { makeRandom, PACK, sold } from './moves.ts'

/** One database for all walks, with the packages that everybody sells. */
export type World = { db: Db; config: Config; packages: Map<string, SoldPackage>; merchantId: string }
type SoldPackage = { id: number; bytes: number }
export type Order = { id: string; who: number; what: number; tradeNo: string | null }
export type OpenOrder = {
  who: number
  what: number
  orderId: string
  amountFen: number
  wholesaleFen: number
  listFen: number
  creditFen: number
}
export type Key = {
  code: string
  batchId: number
  kind: 'balance' | 'package' | 'days' | 'traffic'
  what: number
  value: number
  wholesaleFen: number
}
/** A reseller with three accounts of its own and a clock of its own. The first account has invited the others. */
export type Game = {
  world: World
  resellerId: number
  accounts: { id: number; userName: string }[]
  merchantId: string
  now: Date
  /** What the reseller pays now, in the order of `sold`. */
  wholesaleFen: number[]
  orders: Order[]
  /** Not paid yet. */
  open: OpenOrder | null
  topUps: string[]
  keys: Key[]
}

const BYTES: Record<string, number> = {
  'plan 1': 100 * GB,
  'plan 2': 300 * GB,
  'plan 3': 1000 * GB,
  'one-time plan': 200 * GB,
  pack: 10 * GB,
}
const FIRST_DAY_MS = Date.UTC(2027, 0, 1)
let nextReseller = 20_000

export async function withWorld<T>(databaseUrl: string, work: (world: World) => Promise<T>): Promise<T> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
  })
  const db = createDb({ url: databaseUrl, poolSize: 4, applicationName: 'yuxian-greedy' })
  try {
    const packages = new Map<string, SoldPackage>()
    for (const [name, bytes] of Object.entries(BYTES)) packages.set(name, { id: await buildPlan(db, name), bytes })
    const { id: merchantId } = await buildMerchantRow({ db, config }, null)
    return await work({ db, config, packages, merchantId })
  } finally {
    await db.close()
  }
}

async function buildPlan(db: Db, name: string): Promise<number> {
  const kind = name === 'pack' ? 'pack' : 'plan'
  const limits = { deviceLimit: 3, lineLimit: 5, speedClass: 'standard' } as const
  const { id } = await db.kysely
    .insertInto('packages')
    .values({ kind, name, trafficBytes: BYTES[name]!, ...limits })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function openGame(world: World, seed: number): Promise<Game> {
  const { db } = world
  const random = makeRandom(seed ^ 0x5bd1e995)
  const resellerId = (nextReseller += 1)
  const now = new Date(FIRST_DAY_MS + random.upTo(365 * 24) * 3_600_000)
  await db.kysely.insertInto('resellers').values({ id: resellerId, isWhitelisted: true, createdAt: now }).execute()
  const accounts: Game['accounts'] = []
  for (let index = 0; index < 3; index += 1) accounts.push(await buildAccount(db, { resellerId }))
  await db.kysely
    .updateTable('accounts')
    .set({ inviterId: accounts[0]!.id })
    .where('resellerId', '=', resellerId)
    .where('id', '<>', accounts[0]!.id)
    .execute()
  const wholesaleFen = sold.map((one) => Math.round((one.wholesaleFen * random.between(70, 130)) / 100))
  const offers = sold.map(({ period }, what) => ({ resellerId, packageId: packageOf(world, what).id, period }))
  await db.kysely
    .insertInto('ownPrices')
    .values(offers.map((offer, what) => ({ ...offer, wholesaleFen: wholesaleFen[what]! })))
    .execute()
  await db.kysely
    .insertInto('packageOffers')
    .values(offers.map((offer, what) => ({ ...offer, retailFen: wholesaleFen[what]! * 2 })))
    .execute()
  const discounts = [{ percent: 30 }, { percent: 100 }, { amountFen: 1000 }]
  for (const [index, discount] of discounts.entries()) {
    await db.kysely
      .insertInto('coupons')
      .values({ resellerId, code: couponCode(index + 1), ...discount })
      .execute()
  }
  const { id: merchantId } = await buildMerchantRow(world, resellerId)
  return { world, resellerId, accounts, merchantId, now, wholesaleFen, orders: [], open: null, topUps: [], keys: [] }
}

/** What the next walks' jobs would do with this reseller is nobody's business any more. */
export async function closeGame({ world: { db }, resellerId }: Game): Promise<void> {
  const own = [resellerId]
  await db.pool.query('update subscriptions set next_reset_at = null where reseller_id = $1', own)
  await db.pool.query('update accounts set paused_at = null where reseller_id = $1', own)
  await db.pool.query('delete from package_offers where reseller_id = $1', own)
  await db.pool.query('delete from own_prices where reseller_id = $1', own)
}

export const couponCode = (coupon: number) => `GREED-${coupon}`
export const packageOf = ({ packages }: World, what: number): SoldPackage => packages.get(sold[what]!.name)!
export const isPack = (what: number) => what === PACK
export const ownerOf = ({ resellerId, accounts }: Game, who: number) => ({ resellerId, accountId: accounts[who]!.id })

const log = createLog('silent')

/** What a use case gets beside its input, at the walk's own time. */
export function ctxOf({ world: { db, config }, now }: Game) {
  return { db, config, now, log, isLastAttempt: false }
}

export function userCtx(game: Game, who: number): Ctx<'user'> {
  const { id: accountId, userName } = game.accounts[who]!
  return {
    ...ctxOf(game),
    language: 'zh-CN',
    actor: { kind: 'user', sessionId: randomUUID(), accountId, userName, strength: 'password' },
    resellerId: game.resellerId,
    owner: ownerOf(game, who),
    client: { address: '127.0.0.1', userAgent: 'proof', host: 'localhost', appKey: null, isLocal: true },
    issueToken() {},
    setDeviceMark() {},
    setConsoleToken() {},
  }
}
