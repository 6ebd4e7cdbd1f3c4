import { randomInt } from 'node:crypto'

import type { Letter } from '../../cashier/notifier.ts'
import { providerIds } from '../../contract/providers.ts'
import { checkBooks } from '../../server/domains/books/check-books.ts'
import { forgeNotifies, paidClaims } from '../../server/test/attack/forge-notifies.ts'
import {
  beginOrder,
  beginTopUp,
  buildPayers,
  buildPlan,
  inParallel,
  PRICE_FEN,
  sendLetter,
  sendUntilAcked,
  shuffle,
  withPayWorld,
  type PayWorld,
} from './pay-world.ts'
import { withDatabase } from './throwaway-server.ts'

/** One in ten of `orders` pays for a package; `unpaid` more are only scanned, but notified as if paid. `forged`: at each provider. */
export type Flood = { orders: number; notifies: number; unpaid: number; forged: number; atOnce: number }
export type Figures = {
  seconds: { begin: number; notifies: number; forged: number }
  answers: Record<string, number>
  neverAcked: number
  unpaidAnswers: Record<string, number>
  truth: { paid: number; paidFen: number }
  ours: { paid: number; paidFen: number; creditedFen: number }
  forged: {
    seed: number
    /** By provider. */
    at: Record<string, Record<string, number>>
    /** The paid amount after all forgeries, and how many of the genuine notifies were never accepted then. */
    after: { paidFen: number }
    rightNeverAcked: number
  }
  bookProblems: string[]
}

const FULL: Flood = { orders: 2000, notifies: 9000, unpaid: 100, forged: 20_000, atOnce: 32 }
const PER_PAYER = 10
const FORGED_AT_ONCE = 2000

export async function prove(): Promise<boolean> {
  const figures = await withDatabase((url) => floodNotifies(url, FULL))
  const problems = findProblems(figures, FULL)
  print(figures, FULL)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}

/** Sends many notifies for every payment, in any order, over many connections; then the forgeries. */
export function floodNotifies(databaseUrl: string, flood: Flood): Promise<Figures> {
  return withPayWorld(databaseUrl, async (world) => {
    await world.start()
    await world.control.change({ isOn: false })
    const begin = await timed(() => beginAll(world, flood))
    const { paid, unpaid } = begin.result
    const notified = await timed(async () => {
      const letters = shuffle(repeat(await writeAll(world, paid, {}), flood.notifies))
      const answers = await inParallel(letters, flood.atOnce, sendLetter)
      // On an overloaded machine the gateway's three seconds may pass: then the notify is repeated, signed anew.
      const refused = letters.filter((_, index) => answers[index] !== 'success').map(({ outTradeNo }) => outTradeNo)
      const again = await writeAll(world, [...new Set(refused)], {})
      return { answers: count(answers), neverAcked: (await sendUntilAcked(again, flood.atOnce)).length }
    })
    const unpaidAnswers = count(await inParallel(await writeClaims(world, unpaid), flood.atOnce, sendLetter))
    const ours = await readOurs(world)
    const truth = await world.control.totals()
    const forged = await timed(() => sendForged(world, flood))
    const { problems } = await checkBooks(world.db)
    return {
      seconds: { begin: begin.seconds, notifies: notified.seconds, forged: forged.seconds },
      ...notified.result,
      unpaidAnswers,
      forged: forged.result,
      truth: { paid: truth.paid, paidFen: truth.paidFen },
      ours,
      bookProblems: problems,
    }
  })
}

async function beginAll(world: PayWorld, { orders, unpaid, atOnce }: Flood) {
  const payers = await buildPayers(world, Math.ceil((orders + unpaid) / PER_PAYER))
  const plan = await buildPlan(world)
  const payTypes = Object.values(world.payTypes)
  const wanted = Array.from({ length: orders + unpaid }, (_, index) => index)
  const numbers = await inParallel(wanted, atOnce, (index) => {
    const payer = payers[Math.floor(index / PER_PAYER)]!
    const isOrder = index % PER_PAYER === 0
    const payType = payTypes[(index + Math.floor(index / PER_PAYER)) % payTypes.length]!
    return isOrder
      ? beginOrder(world, payer, plan, payType)
      : beginTopUp(world, payer, randomInt(100, 500_000), payType)
  })
  const [paid, rest] = [numbers.slice(0, orders), numbers.slice(orders)]
  await inParallel(paid, atOnce, (number) => world.control.move(number, 'pay', { tells: false }))
  await inParallel(rest, atOnce, (number) => world.control.move(number, 'scan'))
  return { paid, unpaid: rest }
}

function writeAll(world: PayWorld, numbers: string[], changes: Record<string, string>): Promise<Letter[]> {
  return inParallel(numbers, 32, (number) => world.control.writeNotify(number, { changes }))
}

/** As if they were paid, signed by the gateway. */
async function writeClaims(world: PayWorld, numbers: string[]): Promise<Letter[]> {
  const claims = numbers.map(async (number) => {
    const { protocol } = await world.control.trade(number)
    return world.control.writeNotify(number, { changes: paidClaims[protocol] })
  })
  return Promise.all(claims)
}

/** Each notify at least once, and at most eight times if the total allows it. */
function repeat(letters: Letter[], total: number): Letter[] {
  const repeated = [...letters]
  const copies = letters.map(() => 1)
  while (repeated.length < total) {
    const at = randomInt(letters.length)
    if (copies[at]! >= Math.max(8, Math.ceil(total / letters.length))) continue
    copies[at]! += 1
    repeated.push(letters[at]!)
  }
  return repeated
}

/**
 * Forges notifies for payments that are paid but not yet settled, where an accepted forgery would be believed at once.
 */
async function sendForged(world: PayWorld, { forged, atOnce }: Flood) {
  const seed = randomInt(1e9)
  const at: Record<string, Record<string, number>> = {}
  const targets: string[] = []
  for (const [provider, payType] of Object.entries(world.payTypes)) {
    const target = await beginTarget(world, payType)
    targets.push(target)
    const answers: string[] = []
    while (answers.length < forged) {
      // Some signatures end after five minutes, and only what is wrong shall be refused here.
      const letter = await world.control.writeNotify(target)
      const wish = { count: Math.min(FORGED_AT_ONCE, forged - answers.length), seed: seed + answers.length }
      answers.push(...(await inParallel(shuffle(forgeNotifies(letter, wish)), atOnce, sendLetter)))
    }
    at[provider] = count(answers)
  }
  const after = await readOurs(world)
  return { seed, at, after, rightNeverAcked: (await sendUntilAcked(await writeAll(world, targets, {}), 1)).length }
}

async function beginTarget(world: PayWorld, payType: string): Promise<string> {
  const [payer] = await buildPayers(world, 1)
  const number = await beginTopUp(world, payer!, 100_000, payType)
  // Delete the payment's own job: it would settle the payment meanwhile.
  await world.db.pool.query(
    `delete from graphile_worker._private_jobs where key = (select 'payment:' || id from payments where out_trade_no = $1)`,
    [number],
  )
  await world.control.move(number, 'pay', { tells: false })
  return number
}

async function readOurs(world: PayWorld) {
  const paid = await world.db.pool.query<{ paid: number; paid_fen: number }>(
    `select count(*) as paid, coalesce(sum(amount_fen), 0)::bigint as paid_fen from payments where state = 'paid'`,
  )
  const { rows } = await world.db.pool.query<{ fen: number }>(
    `select coalesce(sum(p.amount_fen), 0)::bigint as fen from ledger_postings p
      join ledger_accounts a on a.id = p.ledger_account_id and a.kind = 'outside'`,
  )
  return { paid: paid.rows[0]!.paid, paidFen: paid.rows[0]!.paid_fen, creditedFen: -rows[0]!.fen }
}

export function findProblems(figures: Figures, flood: Flood): string[] {
  const { answers, unpaidAnswers, forged, truth, ours } = figures
  const only = (given: Record<string, number>, word: string, times: number) =>
    Object.keys(given).length === 1 && given[word] === times
  return [
    ...(figures.neverAcked === 0 ? [] : [`${figures.neverAcked} of ${JSON.stringify(answers)} never were accepted`]),
    ...(only(unpaidAnswers, 'fail', flood.unpaid)
      ? []
      : [`unpaid ones were answered ${JSON.stringify(unpaidAnswers)}`]),
    ...Object.entries(forged.at).flatMap(([provider, given]) =>
      only(given, 'fail', flood.forged) ? [] : [`forged ones of ${provider} were answered ${JSON.stringify(given)}`],
    ),
    ...(providerIds.every((provider) => provider in forged.at) ? [] : ['a provider has no forged ones']),
    ...(forged.rightNeverAcked === 0 ? [] : ['the right ones after them were not accepted']),
    ...(truth.paid === flood.orders ? [] : [`the cashier has ${truth.paid} paid trades`]),
    ...(ours.paid === truth.paid && ours.paidFen === truth.paidFen
      ? []
      : ['our payments are not those of the cashier']),
    ...(ours.creditedFen === truth.paidFen ? [] : [`${ours.creditedFen} fen were credited, ${truth.paidFen} paid`]),
    ...(forged.after.paidFen === ours.paidFen ? [] : ['the forged ones changed what is paid']),
    ...figures.bookProblems,
  ]
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - startedAt) / 1000 }
}

function count(answers: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

function print({ seconds, answers, truth, ours, ...rest }: Figures, flood: Flood): void {
  const rate = (many: number, took: number) => `${Math.round(many / took)}/s`
  console.log(
    `${flood.orders} payments begun and paid in ${seconds.begin.toFixed(1)} s, one in ten a package of ${PRICE_FEN} fen`,
  )
  console.log(
    `${flood.notifies} notifies, shuffled, ${flood.atOnce} at once, in ${seconds.notifies.toFixed(1)} s (${rate(flood.notifies, seconds.notifies)}): ${JSON.stringify(answers)}`,
  )
  console.log(`The cashier took   ${truth.paidFen} fen in ${truth.paid} trades`)
  console.log(`Our payments say   ${ours.paidFen} fen in ${ours.paid}; the ledger was credited ${ours.creditedFen} fen`)
  console.log(`${flood.unpaid} notifies of trades that nobody paid: ${JSON.stringify(rest.unpaidAnswers)}`)
  const kinds = Object.entries(rest.forged.at)
  console.log(
    `${flood.forged} forged or altered ones at each of ${kinds.length} providers in ${seconds.forged.toFixed(1)} s (${rate(flood.forged * kinds.length, seconds.forged)}, seed ${rest.forged.seed}):`,
  )
  for (const [provider, given] of kinds) console.log(`  ${provider.padEnd(8)} ${JSON.stringify(given)}`)
  console.log(`Books: ${rest.bookProblems.length} problems`)
}
