import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { api } from '../../contract/api.ts'
import { addJob } from '../../server/platform/jobs/jobs.ts'
import { buildPackage, buildTrial } from '../../server/test/build/money-factories.ts'
import {
  ask,
  buildPayers,
  giveBalance,
  inParallel,
  RESELLER,
  type Answer,
  type Payer,
  type PayWorld,
} from './pay-world.ts'

const TRIAL_FEN = 100
const PACK_FEN = 900
const MONTH_FEN = 3000
const RESENDS = 8
/** How long a job may take until its user looks again. */
const JOB_MS = 10_000
const LOOK_MS = 25

/** What a user asks for while the server dies. The user asks again after a lost answer, and it must count once. */
export type Errand = {
  kind: 'trial' | 'give' | 'use' | 'renew'
  /** Returns `success` when the server says that it is done, now or by an earlier call. */
  send(): Promise<string>
  /** Whether the rows have it. */
  isDone(): Promise<boolean>
}
export type Shelf = { trial: string; pack: string; plan: string }

export async function buildShelf(world: PayWorld): Promise<Shelf> {
  const { db } = world
  const trial = await buildTrial(db, { resellerId: RESELLER, days: 3, paidBy: 'reseller', wholesaleFen: TRIAL_FEN })
  const pack = await buildPackage(db, { resellerId: RESELLER, kind: 'pack', prices: { once: PACK_FEN } })
  const plan = await buildPackage(db, { resellerId: RESELLER, prices: { month: MONTH_FEN } })
  return { trial: trial.wireId, pack: pack.wireId, plan: plan.wireId }
}

/**
 * As many trials, gift links to pay for, gift links to use and renewals because the traffic is used up. Each is of another
 * user with another address.
 */
export async function makeErrands(world: PayWorld, shelf: Shelf, each: number): Promise<Errand[]> {
  await giveBalance(world, null, each * TRIAL_FEN)
  const fresh = await buildPayers(world, each, () => ({ email: `${randomUUID()}@mail.example` }))
  const givers = await buildPayers(world, each * 2)
  const friends = await buildPayers(world, each)
  const heavy = await buildPayers(world, each)
  for (const giver of givers) await giveBalance(world, giver, PACK_FEN)
  for (const { accountId } of friends) await subscribe(world, accountId, Number(shelf.plan))
  await inParallel(heavy, 8, (payer) => useUp(world, payer, shelf))
  const used = await inParallel(givers.slice(each), 8, (giver) => makeLink(world, giver, shelf))
  return [
    ...fresh.map((payer) => claimOf(world, payer, shelf)),
    ...givers.slice(0, each).map((giver) => giveOf(world, giver, shelf)),
    ...friends.map((friend, index) => useOf(world, friend, used[index]!)),
    ...heavy.map((payer) => renewOf(world, payer)),
  ]
}

/** Acts like a user who tries again. Returns those that never heard that it is done. */
export async function sendErrandsAgain(errands: readonly Errand[], width: number): Promise<Errand[]> {
  let left = [...errands]
  for (let round = 0; left.length > 0 && round < RESENDS; round += 1) {
    const answers = await inParallel(left, width, ({ send }) => send())
    left = left.filter((_, index) => answers[index] !== 'success')
  }
  return left
}

let sent = 0
/** Trials are counted by address. */
const freshAddress = () => `10.${(sent += 1) >> 16}.${(sent >> 8) & 255}.${sent & 255}`

const hears =
  (request: () => Promise<Answer<unknown>>, ...doneCodes: string[]) =>
  async (): Promise<string> => {
    try {
      const { status, code = '' } = await request()
      return status === 200 || doneCodes.includes(code) ? 'success' : `${status} ${code}`
    } catch (error) {
      return `[${(error as Error).name}]`
    }
  }

function claimOf(world: PayWorld, { accountId, token }: Payer, { trial }: Shelf): Errand {
  const claim = () => ask(world, api.packages.trial, { packageId: trial }, { token, address: freshAddress() })
  return {
    kind: 'trial',
    send: hears(claim, 'trial.used'),
    isDone: () => exists(world, 'select from trial_claims where reseller_id = $1 and account_id = $2', [accountId]),
  }
}

const linkWish = ({ pack }: Shelf) => ({ packageId: pack, days: null, priceFen: PACK_FEN, key: randomUUID() })

function giveOf(world: PayWorld, { accountId, token }: Payer, shelf: Shelf): Errand {
  const wish = linkWish(shelf)
  return {
    kind: 'give',
    send: hears(() => ask(world, api.gifts.make, wish, { token })),
    isDone: () => exists(world, 'select from gift_links where reseller_id = $1 and giver_id = $2', [accountId]),
  }
}

async function makeLink(world: PayWorld, { token }: Payer, shelf: Shelf): Promise<string> {
  const { data, status, code } = await ask<{ url: string }>(world, api.gifts.make, linkWish(shelf), { token })
  if (status !== 200) throw new Error(`a gift link was answered ${status} ${code}`)
  return data.url.split('#')[1]!
}

function useOf(world: PayWorld, { accountId, token }: Payer, code: string): Errand {
  return {
    kind: 'use',
    send: hears(() => ask(world, api.cards.redeem, { code }, { token })),
    isDone: () => exists(world, 'select from gift_links where reseller_id = $1 and used_by = $2', [accountId]),
  }
}

/** Buys a month for which auto-renew is on, also when its traffic is gone, with money for one more; then it is gone. */
async function useUp(world: PayWorld, payer: Payer, { plan }: Shelf): Promise<void> {
  const asUser = async <T>(route: { path: string }, body: object): Promise<T> => {
    const { data, status, code } = await ask<T>(world, route, body, { token: payer.token })
    if (status !== 200) throw new Error(`${route.path} was answered ${status} ${code}`)
    return data
  }
  await giveBalance(world, payer, 2 * MONTH_FEN)
  const wish = { action: 'new', packageId: plan, period: 'month' }
  const { quoteId } = await asUser<{ quoteId: string }>(api.packages.quote, wish)
  await asUser(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() })
  await asUser(api.packages.autoRenew, { on: true })
  await asUser(api.packages.renewEarly, { on: true })
  await world.db.pool.query(
    'update subscriptions set used_bytes = total_bytes where reseller_id = $1 and account_id = $2',
    [RESELLER, payer.accountId],
  )
}

/** No user waits for an answer here: what uses up the last byte queues a job, which is heard of when its rows are there. */
function renewOf(world: PayWorld, { accountId }: Payer): Errand {
  const owner = { resellerId: RESELLER, accountId }
  // Exactly one month more than the one that was bought, however many jobs there were.
  const isDone = () =>
    exists(
      world,
      `select from subscriptions s where reseller_id = $1 and account_id = $2 and early_renewed_at is not null
        and 2 = (select count(*) from orders o where o.reseller_id = s.reseller_id and o.account_id = s.account_id
          and o.state = 'paid')`,
      [accountId],
    )
  return {
    kind: 'renew',
    async send() {
      await addJob(world.db, 'orders.renew_used_up', owner, { key: `orders.renew_used_up:${RESELLER}:${accountId}` })
      for (const endMs = Date.now() + JOB_MS; Date.now() < endMs; await pause(LOOK_MS)) {
        if (await isDone()) return 'success'
      }
      return '[waiting]'
    },
    isDone,
  }
}

async function exists({ db }: PayWorld, text: string, values: readonly number[]): Promise<boolean> {
  const { rowCount } = await db.pool.query(text, [RESELLER, ...values])
  return rowCount === 1
}

async function subscribe({ db }: PayWorld, accountId: number, packageId: number): Promise<void> {
  const row = { resellerId: RESELLER, accountId, packageId, period: 'month' as const }
  await db.kysely.insertInto('subscriptions').values(row).execute()
}
