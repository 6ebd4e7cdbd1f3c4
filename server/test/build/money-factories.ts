import { randomUUID } from 'node:crypto'

import { post } from '../../domains/ledger/post.ts'
import { clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/db/db.ts'

export const GB = 1024 ** 3
type Period = 'month' | 'quarter' | 'half' | 'year' | 'once'
type Prices = Partial<Record<Period, number | { retailFen: number; wholesaleFen: number }>>
let made = 0

/**
 * A package and its offers at one reseller, which is created if missing; a bare number is the retail price, and
 * wholesale is half.
 */
export async function buildPackage(
  db: Db,
  overrides: {
    resellerId?: number
    kind?: 'plan' | 'pack'
    trafficBytes?: number
    stock?: number | null
    prices?: Prices
  } = {},
) {
  const { resellerId = 0, kind = 'plan', trafficBytes = 100 * GB, stock = null, prices = { month: 3000 } } = overrides
  const name = `Package ${(made += 1)}`
  await db.kysely
    .insertInto('resellers')
    .values({ id: resellerId, isWhitelisted: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await db.kysely
    .insertInto('packages')
    .values({ kind, name, trafficBytes, stock, deviceLimit: 3, lineLimit: 5, speedClass: 'standard' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [period, price] of Object.entries(prices) as [
    Period,
    number | { retailFen: number; wholesaleFen: number },
  ][]) {
    const name = { resellerId, packageId: id, period }
    const half = typeof price === 'number' ? { retailFen: price, wholesaleFen: Math.floor(price / 2) } : price
    const { retailFen, wholesaleFen } = half
    await db.kysely
      .insertInto('packageOffers')
      .values({ ...name, retailFen })
      .execute()
    await db.kysely
      .insertInto('ownPrices')
      .values({ ...name, wholesaleFen })
      .execute()
  }
  return { id, wireId: String(id), name }
}

/** A free trial that a reseller gives away. */
export async function buildTrial(
  db: Db,
  trial: { resellerId: number; days: number; paidBy: 'reseller' | 'platform'; wholesaleFen: number },
) {
  const { resellerId, days, paidBy, wholesaleFen } = trial
  const made = await buildPackage(db, { resellerId, trafficBytes: 10 * GB, prices: {} })
  await db.kysely
    .updateTable('packages')
    .set({ trialDays: days, trialPaidBy: paidBy })
    .where('id', '=', made.id)
    .execute()
  await db.kysely
    .insertInto('ownPrices')
    .values({ resellerId, packageId: made.id, period: 'once', wholesaleFen })
    .execute()
  await db.kysely.insertInto('trialOffers').values({ resellerId, packageId: made.id, createdAt: clock.now() }).execute()
  return made
}

export async function buildCoupon(
  db: Db,
  overrides: {
    resellerId?: number
    percent?: number
    amountFen?: number
    packageId?: number
    accountId?: number
    usesMax?: number
    usesPerAccountMax?: number
    endsAt?: Date
  } = {},
) {
  const { resellerId = 0, ...rest } = overrides
  const code = `CODE-${(made += 1)}`
  const values = { resellerId, code, ...(rest.amountFen ? {} : { percent: 10 }), ...rest }
  const { id } = await db.kysely.insertInto('coupons').values(values).returning('id').executeTakeFirstOrThrow()
  return { id, code }
}

type Account = { id: number; resellerId: number }

/** Money in a user's balance, as if it came through the platform's merchant or the reseller's own. */
export async function fund(
  db: Db,
  account: Account,
  amountFen: number,
  merchant: 'platform' | 'own' = 'platform',
): Promise<void> {
  const { resellerId, id: accountId } = account
  const source =
    merchant === 'platform'
      ? ({ kind: 'outside', resellerId: null, amountFen: -amountFen } as const)
      : ({ kind: 'liability', resellerId, amountFen: -amountFen } as const)
  const key = `test:${randomUUID()}`
  const legs = [{ kind: 'user' as const, resellerId, accountId, amountFen }, source]
  await inTransaction(db, (tx) => post({ db: tx, now: clock.now() }, { key, kind: 'topup', resellerId, legs }))
}

/** Pays in now or earlier: for a week the money cannot be paid out. */
export async function fundReseller(db: Db, resellerId: number, amountFen: number, now = clock.now()): Promise<void> {
  const key = `test:${randomUUID()}`
  const legs = [
    { kind: 'reseller' as const, resellerId, amountFen },
    { kind: 'outside' as const, resellerId: null, amountFen: -amountFen },
  ]
  await inTransaction(db, (tx) => post({ db: tx, now }, { key, kind: 'agent_payment', resellerId, legs }))
}
