import { api } from '../../contract/api.ts'
import { inParallel } from '../../scripts/proofs/pay-world.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { buildAccount } from '../../server/test/build/factories.ts'
import { buildPackage, fund, fundReseller } from '../../server/test/build/money-factories.ts'
import { asked, call } from '../run/call.ts'
import { applyLoad, type Wanted } from '../run/load.ts'
import { runAlone } from '../run/run-alone.ts'
import type { World } from '../world.ts'
import type { Line } from './line.ts'

const ONE = 3000
/** One reseller for each simultaneous buyer. */
const MANY = Array.from({ length: 16 }, (_, at) => ONE + 1 + at)
const AT_ONCE = 16
const PRICE_FEN = 3000
const MUCH_FEN = 1_000_000_000
const LEDGER_ACCOUNTS = 64
/**
 * After this many calls a connection has settled on its query plans, as the connection that posts alone does over its
 * seconds.
 */
const PLANNED = 6

const sale = { unit: '/s', more: true, against: '`ledger_post` alone' }

export const moneyLines: Line[] = [
  {
    ...sale,
    name: 'POST /api/tc/buy from the balance, one at a time',
    reach: { ratio: 0.3 },
    why: 'Of 6.5 ms of processor time 2 are the posting, 2 order, key and subscription with some twenty entries in indexes, 2.5 the server. Four waits for the database instead of one.',
    async measure(world) {
      const ours = await buy(world, MANY, 1)
      await openLedger(world)
      return { ours, against: await runAlone(world, 'ledger', 1) }
    },
  },
  {
    ...sale,
    name: `POST /api/tc/buy from the balance, ${AT_ONCE} at once`,
    reach: { ratio: 0.35 },
    why: 'The same 6.5 ms against 2.5, and two cores for server, database and generator.',
    async measure(world) {
      const ours = await buy(world, MANY, AT_ONCE)
      await openLedger(world)
      return { ours, against: await runAlone(world, 'ledger', AT_ONCE) }
    },
  },
  {
    ...sale,
    name: `Sales of one reseller, ${AT_ONCE} at once`,
    against: `sales of ${MANY.length} resellers`,
    reach: { ratio: 0.9 },
    why: "The reseller's row of the ledger is locked until a sale commits, and each that waits for it costs the database two changes of process more.",
    measure: async (world) => ({ ours: await buy(world, [ONE], AT_ONCE), against: await buy(world, MANY, AT_ONCE) }),
  },
]

async function buy(world: World, resellers: readonly number[], connections: number): Promise<number> {
  const warm = Math.max(16, connections * PLANNED)
  const requests = await makePurchases(world, resellers, warm + (connections === 1 ? world.count / 2 : world.count))
  // PostgreSQL would do this by itself after a minute. Plans for an empty shop scan all accounts of a reseller to find
  // one.
  await world.db.pool.query('analyze')
  return (await applyLoad(world.server.url, { connections, requests, warm })).perSecond
}

/** Makes buyers with money and a quote each, so that only the purchase itself is left to measure. */
export async function makePurchases(world: World, resellers: readonly number[], count: number): Promise<Wanted[]> {
  const { db } = world
  const offers = await Promise.all(
    resellers.map((resellerId) => world.once(`offer ${resellerId}`, () => sell(world, resellerId))),
  )
  return inParallel(
    Array.from({ length: count }, (_, at) => at),
    8,
    async (at) => {
      const resellerId = resellers[at % resellers.length]!
      const account = await buildAccount(db, { resellerId })
      await fund(db, account, PRICE_FEN)
      const token = await buildSession(db, account)
      const wish = { action: 'new' as const, packageId: offers[at % offers.length]!, period: 'month' as const }
      const { quoteId } = await call(world, api.packages.quote, wish, token)
      return asked(api.packages.buy, { quoteId, payBy: 'balance', key: '%UUID%' }, token)
    },
  )
}

async function sell({ db }: World, resellerId: number): Promise<string> {
  const { wireId } = await buildPackage(db, { resellerId, prices: { month: PRICE_FEN } })
  await fundReseller(db, resellerId, MUCH_FEN)
  return wireId
}

/** Opens accounts that `peers/alone.ts` finds by name. */
function openLedger(world: World): Promise<void> {
  return world.once('ledger', async () => {
    for (let made = 0; made < LEDGER_ACCOUNTS; made += 1) {
      const resellerId = MANY[made % MANY.length]!
      const account = await buildAccount(world.db, { resellerId, userName: `bench-${made}` })
      await fund(world.db, account, MUCH_FEN)
    }
  })
}
