import { randomInt } from 'node:crypto'

import type { Letter } from '../../cashier/notifier.ts'
import { checkBooks } from '../../server/domains/books/check-books.ts'
import { buildShelf, makeErrands, sendErrandsAgain, type Errand } from './kill-errands.ts'
import {
  beginOrder,
  beginTopUp,
  buildPayers,
  buildPlan,
  inParallel,
  sendLetter,
  sendUntilAcked,
  shuffle,
  withPayWorld,
  type PayWorld,
} from './pay-world.ts'
import { withDatabase } from './throwaway-server.ts'

/**
 * Each round kills the server while it gets two notifies for each of `perRound` payments, and twice what users ask for:
 * as many as `errands` trials, gift links to pay for, gift links to use and early renewals; `atOnce` at a time.
 */
export type Slaughter = { rounds: number; perRound: number; errands: number; atOnce: number }
export type Round = {
  acked: number
  cutOff: number
  ackedButUnpaid: number
  settledUnseen: number
  errandsAcked: number
  errandsLost: number
  /** Not there even after their users asked again. */
  errandsUndone: number
}
export type Figures = {
  seconds: number
  rounds: Round[]
  truth: { paid: number; paidFen: number }
  ours: { paid: number; paidFen: number; creditedFen: number }
  unfinished: number
  bookProblems: string[]
}
/** Something that was sent once, and the server's answer. */
type Told<T> = { what: T; answer: string }
type Sent = { letters: Told<Letter>[]; errands: Told<Errand>[] }

const FULL: Slaughter = { rounds: 50, perRound: 40, errands: 4, atOnce: 16 }
/** So that users can have an address each: trials are counted by it. */
const BEHIND_PROXY = { TRUST_PROXY: '1' }

export async function prove(): Promise<boolean> {
  const figures = await withDatabase((url) => killInTheMiddle(url, FULL))
  const problems = findProblems(figures, FULL)
  print(figures)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}

export function killInTheMiddle(databaseUrl: string, slaughter: Slaughter): Promise<Figures> {
  return withPayWorld(databaseUrl, async (world) => {
    const startedAt = performance.now()
    await world.control.change({ isOn: false })
    const rounds: Round[] = []
    let server = await world.start(undefined, BEHIND_PROXY)
    const plan = await buildPlan(world)
    const shelf = await buildShelf(world)
    for (let number = 0; number < slaughter.rounds; number += 1) {
      const letters = await makePaid(world, plan, slaughter.perRound)
      const errands = await makeErrands(world, shelf, slaughter.errands)
      const sent = await sendAndKill(letters, errands, slaughter, server.kill)
      server = await world.start(undefined, BEHIND_PROXY)
      const payments = await judgePayments(world, letters, sent.letters)
      const asked = await judgeErrands(sent.errands)
      await sendUntilAcked(without(letters, sent.letters.filter(isAcked)), slaughter.atOnce)
      await sendErrandsAgain(without(errands, sent.errands.filter(isAcked)), slaughter.atOnce)
      const done = await Promise.all(errands.map(({ isDone }) => isDone()))
      rounds.push({ ...payments, ...asked, errandsUndone: done.filter((isDone) => !isDone).length })
      if ((number + 1) % 10 === 0) console.log(`  ${number + 1} kills`)
    }
    const truth = await world.control.totals()
    const { problems } = await checkBooks(world.db)
    return {
      seconds: (performance.now() - startedAt) / 1000,
      rounds,
      truth: { paid: truth.paid, paidFen: truth.paidFen },
      ...(await readOurs(world)),
      bookProblems: problems,
    }
  })
}

/**
 * Makes payments that are paid at the cashier but unknown to the server: a quarter of them are for packages, every second
 * of these with a part from the balance.
 */
export async function makePaid(world: PayWorld, plan: string, count: number): Promise<Letter[]> {
  const payers = await buildPayers(world, Math.ceil(count / 4))
  const ways = Object.values(world.payTypes)
  const numbers = await inParallel(
    Array.from({ length: count }, (_, index) => index),
    8,
    (index) => {
      const payer = payers[Math.floor(index / 4)]!
      const payType = ways[index % ways.length]!
      return index % 4 === 0
        ? beginOrder(world, payer, plan, payType, index % 8 === 0 ? 1200 : undefined)
        : beginTopUp(world, payer, randomInt(100, 9999), payType)
    },
  )
  return inParallel(numbers, 8, async (number) => {
    await world.control.move(number, 'pay', { tells: false })
    return world.control.writeNotify(number)
  })
}

/** Sends two notifies for every payment and every errand twice, and kills the server after a random number of answers. */
async function sendAndKill(
  letters: Letter[],
  errands: Errand[],
  { atOnce }: Slaughter,
  kill: () => Promise<void>,
): Promise<Sent> {
  const sent: Sent = { letters: [], errands: [] }
  const tellLetter = async (what: Letter) => void sent.letters.push({ what, answer: await sendLetter(what) })
  const runErrand = async (what: Errand) => void sent.errands.push({ what, answer: await what.send() })
  const once = [
    ...letters.map((letter) => () => tellLetter(letter)),
    ...errands.map((errand) => () => runErrand(errand)),
  ]
  const deathAfter = randomInt(1, once.length)
  let answered = 0
  let death: Promise<void> | null = null
  await inParallel(shuffle([...once, ...once]), atOnce, async (send) => {
    if (death) return
    await send()
    answered += 1
    if (answered >= deathAfter) death ??= kill()
  })
  await (death ?? kill())
  return sent
}

const isAcked = ({ answer }: Told<unknown>) => answer === 'success'
const without = <T>(all: readonly T[], told: readonly Told<T>[]) =>
  all.filter((one) => !told.some(({ what }) => what === one))

/** Checks right after the restart, before any notify is repeated. */
async function judgePayments({ db }: PayWorld, letters: readonly Letter[], told: Told<Letter>[]) {
  const numbers = letters.map(({ outTradeNo }) => outTradeNo)
  const rows = await db.kysely
    .selectFrom('payments')
    .select(['outTradeNo', 'state'])
    .where('outTradeNo', 'in', numbers)
    .execute()
  const isPaid = new Set(rows.filter(({ state }) => state === 'paid').map(({ outTradeNo }) => outTradeNo))
  const acked = new Set(told.filter(isAcked).map(({ what }) => what.outTradeNo))
  return {
    acked: acked.size,
    cutOff: told.filter(({ answer }) => answer.startsWith('[')).length,
    ackedButUnpaid: [...acked].filter((number) => !isPaid.has(number)).length,
    settledUnseen: [...isPaid].filter((number) => !acked.has(number)).length,
  }
}

async function judgeErrands(told: Told<Errand>[]) {
  const acked = [...new Set(told.filter(isAcked).map(({ what }) => what))]
  const isKept = await Promise.all(acked.map(({ isDone }) => isDone()))
  return { errandsAcked: acked.length, errandsLost: isKept.filter((kept) => !kept).length }
}

async function readOurs({ db }: PayWorld) {
  const { rows } = await db.pool.query<{ paid: number; paid_fen: number; unfinished: number; credited_fen: number }>(
    `select count(*) filter (where state = 'paid') as paid, count(*) filter (where state <> 'paid') as unfinished,
        coalesce(sum(amount_fen) filter (where state = 'paid'), 0)::bigint as paid_fen,
        (select -coalesce(sum(p.amount_fen), 0)::bigint from ledger_postings p
          join ledger_accounts a on a.id = p.ledger_account_id and a.kind = 'outside') as credited_fen
      from payments`,
  )
  const row = rows[0]!
  return {
    ours: { paid: row.paid, paidFen: row.paid_fen, creditedFen: row.credited_fen },
    unfinished: row.unfinished,
  }
}

export function findProblems(
  { rounds, truth, ours, unfinished, bookProblems }: Figures,
  slaughter: Slaughter,
): string[] {
  const lost = rounds.reduce((sum, round) => sum + round.ackedButUnpaid, 0)
  const cutOff = rounds.reduce((sum, round) => sum + round.cutOff, 0)
  const lostErrands = rounds.reduce((sum, round) => sum + round.errandsLost, 0)
  const undone = rounds.reduce((sum, round) => sum + round.errandsUndone, 0)
  return [
    ...(lostErrands === 0 ? [] : [`${lostErrands} acknowledged trials, gift links or early renewals were lost`]),
    ...(undone === 0
      ? []
      : [`${undone} trials, gift links or early renewals were never made, however often they were asked for`]),
    ...(lost === 0 ? [] : [`${lost} acknowledged payments were lost`]),
    ...(cutOff >= slaughter.rounds ? [] : ['the kills hit too little under way to prove anything']),
    ...(unfinished === 0 ? [] : [`${unfinished} payments never ended`]),
    ...(ours.paid === truth.paid && ours.paidFen === truth.paidFen
      ? []
      : ['our payments are not those of the cashier']),
    ...(ours.creditedFen === truth.paidFen ? [] : [`${ours.creditedFen} fen were credited, ${truth.paidFen} paid`]),
    ...bookProblems,
  ]
}

function print({ seconds, rounds, truth, ours, bookProblems }: Figures): void {
  const sum = (name: keyof Round) => rounds.reduce((total, round) => total + round[name], 0)
  console.log(`${rounds.length} kills with -9 in the middle of settling, in ${seconds.toFixed(0)} s`)
  console.log(`  ${sum('acked')} payments acknowledged before the kills, ${sum('ackedButUnpaid')} of them lost`)
  console.log(
    `  ${sum('cutOff')} notifies cut off by them; ${sum('settledUnseen')} payments were settled without anybody hearing of it`,
  )
  console.log(
    `  ${sum('errandsAcked')} trials, gift links and early renewals acknowledged before the kills, ${sum('errandsLost')} of them lost, ${sum('errandsUndone')} not made in the end`,
  )
  console.log(`The cashier took   ${truth.paidFen} fen in ${truth.paid} trades`)
  console.log(`Our payments say   ${ours.paidFen} fen in ${ours.paid}; the ledger was credited ${ours.creditedFen} fen`)
  console.log(`Books: ${bookProblems.length} problems`)
}
