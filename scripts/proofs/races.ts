import { randomUUID } from 'node:crypto'

import { api } from '../../contract/api.ts'
import { checkBooks } from '../../server/domains/books/check-books.ts'
import { loadBalanceFen } from '../../server/domains/ledger/load-balance.ts'
import { countSubscribers, raceCard } from '../../server/test/attack/card-races.ts'
import { raceCommission } from '../../server/test/attack/commission-races.ts'
import { CAPACITY, LIMIT, raceCapacity, raceLimit } from '../../server/test/attack/line-races.ts'
import { BEFORE, raceOrder } from '../../server/test/attack/order-races.ts'
import { isFair, raceCancel, raceNotifies, raceTabs, TOP_UP_FEN } from '../../server/test/attack/payment-races.ts'
import { raceCode } from '../../server/test/attack/redeem-race.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../server/test/build/factories.ts'
import { buildPackage, buildTrial, fundReseller } from '../../server/test/build/money-factories.ts'
import { openShop } from '../../server/test/build/shop.ts'
import { endFile } from '../../server/test/run/endings.ts'
import { makeCashierApp, type CashierApp } from '../../server/test/run/make-cashier-app.ts'

/** One round: up to fifty callers at once want what one may have. Returns whether exactly that happened. */
type Race = (app: CashierApp, round: number) => Promise<boolean>
export type Figures = {
  seconds: number
  rounds: number
  kinds: number
  unfair: Record<string, number>
  bookProblems: string[]
}

const isOne = (statuses: number[], loser?: number) =>
  statuses.filter((status) => status === 200).length === 1 &&
  (loser === undefined || statuses.filter((status) => status === loser).length === statuses.length - 1)
const all = (statuses: number[], wanted: number) => statuses.every((status) => status === wanted)
const TRIAL_RESELLER = 8900

export const races: Record<string, Race> = {
  'a balance card': async (app) => isOne((await raceCard(app, { value: 700 })).statuses, 409),
  async 'a package card'(app) {
    const { id } = await buildPackage(app.db)
    const { statuses, accountIds } = await raceCard(app, { kind: 'package', packageId: id, value: 1 })
    return isOne(statuses) && (await countSubscribers(app, accountIds)) === 1
  },
  async 'a gift link'(app) {
    const pack = await buildPackage(app.db, { kind: 'pack', prices: { once: 900 } })
    const plan = await buildPackage(app.db)
    const giver = await openShop(app).buildBuyer()
    const wish = { packageId: pack.wireId, days: null, priceFen: 900, key: randomUUID() }
    const { url } = (await app.call(api.gifts.make, wish, { token: giver.token })).data
    const { statuses } = await raceCode(app, url!.split('#')[1]!, 0, async (accountIds) => {
      const rows = accountIds.map((accountId) => ({
        resellerId: 0,
        accountId,
        packageId: plan.id,
        period: 'month' as const,
      }))
      await app.db.kysely.insertInto('subscriptions').values(rows).execute()
    })
    return isOne(statuses)
  },
  async 'a trial of one mailbox'({ db, call }, round) {
    const trial = await buildTrial(db, { resellerId: TRIAL_RESELLER, days: 3, paidBy: 'reseller', wholesaleFen: 100 })
    await fundReseller(db, TRIAL_RESELLER, 1_000)
    const tokens: string[] = []
    for (let index = 0; index < 50; index += 1) {
      const email = `mei.li+${index}@mail${round}.example`
      tokens.push(await buildSession(db, await buildAccount(db, { resellerId: TRIAL_RESELLER, email })))
    }
    const tries = tokens.map((token, index) => {
      const address = `10.${round >> 8}.${round & 255}.${index}`
      return call(api.packages.trial, { packageId: trial.wireId }, { token, address })
    })
    return isOne((await Promise.all(tries)).map(({ status }) => status))
  },
  async 'a commission'(app) {
    const { statuses, account } = await raceCommission(app, 2000)
    const fen = (kind: 'user' | 'hold' | 'commission') =>
      loadBalanceFen(app, { kind, resellerId: account.resellerId, accountId: account.id })
    return isOne(statuses, 422) && (await fen('commission')) === 0 && (await fen('user')) + (await fen('hold')) === 2000
  },
  async 'an order, cancelled'(app) {
    const { cancels, state, stock, balanceFen } = await raceOrder(app, () => 'cancel')
    return all(cancels, 200) && state === 'cancelled' && stock === BEFORE.stock && balanceFen === BEFORE.balanceFen
  },
  async 'an order, cancelled or paid'(app, round) {
    const outcome = await raceOrder(app, (index) => ((index + round) % 2 === 0 ? 'cancel' : 'pay'))
    const { state, stock, balanceFen, serviceState, cancels, pays } = outcome
    const isPaid = state === 'paid'
    const [won, lost] = isPaid ? [pays, cancels] : [cancels, pays]
    const taken = isPaid ? 1 : 0
    return (
      all(won, 200) &&
      all(lost, 409) &&
      serviceState === (isPaid ? 'active' : 'none') &&
      stock === BEFORE.stock - taken &&
      balanceFen === BEFORE.balanceFen - taken * BEFORE.priceFen
    )
  },
  async 'a notify'(app) {
    const { answers, balanceFen } = await raceNotifies(app)
    return balanceFen === TOP_UP_FEN && answers.every((answer) => answer === 'success' || answer === 200)
  },
  'a paid order, cancelled': async (app) => isFair(await raceCancel(app)),
  async 'an order in many tabs'(app) {
    const { statuses, codes, open } = await raceTabs(app)
    return all(statuses, 200) && codes.size === 1 && open === 1
  },
  async 'the last lines of a package'(app) {
    const { statuses, placed } = await raceLimit(app)
    return placed === LIMIT && statuses.filter((status) => status === 200).length === LIMIT
  },
  async 'the last places of a node'(app) {
    const { statuses, placed } = await raceCapacity(app)
    return placed === CAPACITY && statuses.filter((status) => status === 200).length === CAPACITY
  },
}

export async function runRaces(databaseUrl: string, rounds: number, kinds = races): Promise<Figures> {
  const startedAt = performance.now()
  const app = await makeCashierApp({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' })
  try {
    await buildReseller(app.db)
    const unfair: Record<string, number> = {}
    for (const [name, race] of Object.entries(kinds)) {
      for (let round = 0; round < rounds; round += 1) {
        if (!(await race(app, round))) unfair[name] = (unfair[name] ?? 0) + 1
      }
      // Neither limits by address nor what earlier rounds left are tried here.
      await app.db.pool.query('truncate rate_limits')
      console.log(`  ${name}: ${rounds} rounds, ${unfair[name] ?? 0} unfair`)
    }
    const { problems } = await checkBooks(app.db)
    const seconds = (performance.now() - startedAt) / 1000
    return { seconds, rounds, kinds: Object.keys(kinds).length, unfair, bookProblems: problems }
  } finally {
    await endFile()
  }
}

export function findProblems({ unfair, rounds, bookProblems }: Figures, wanted: number): string[] {
  return [
    ...(rounds === wanted ? [] : [`${rounds} of ${wanted} rounds`]),
    ...Object.entries(unfair).map(([name, count]) => `${name} was shared in ${count} of ${rounds} rounds`),
    ...bookProblems,
  ]
}
