import { randomInt } from 'node:crypto'

import type { Letter } from '../../cashier/notifier.ts'
import { checkBooks } from '../../server/domains/ledger/check-books.ts'
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

/** Each round kills the server while it gets two notifies for each of `perRound` payments, `atOnce` at a time. */
export type Slaughter = { rounds: number; perRound: number; atOnce: number }
export type Round = { acked: number; cutOff: number; ackedButUnpaid: number; settledUnseen: number }
export type Figures = {
  seconds: number
  rounds: Round[]
  truth: { paid: number; paidFen: number }
  ours: { paid: number; paidFen: number; creditedFen: number }
  unfinished: number
  bookProblems: string[]
}
type Told = Letter & { answer: string }

const FULL: Slaughter = { rounds: 50, perRound: 40, atOnce: 16 }

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
    let server = await world.start()
    const plan = await buildPlan(world)
    for (let number = 0; number < slaughter.rounds; number += 1) {
      const letters = await makePaid(world, plan, slaughter.perRound)
      const told = await tellAndKill(letters, slaughter, server.kill)
      server = await world.start()
      rounds.push(await judge(world, told))
      const again = letters.filter(
        ({ outTradeNo }) => !told.some((one) => one.outTradeNo === outTradeNo && isAcked(one)),
      )
      await sendUntilAcked(again, slaughter.atOnce)
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
  const numbers = await inParallel(
    Array.from({ length: count }, (_, index) => index),
    8,
    (index) => {
      const payer = payers[Math.floor(index / 4)]!
      const payType = index % 2 === 0 ? world.payTypes.alipay : world.payTypes.wxpay
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

/** Sends two notifies for every payment, and kills the server after a random number of answers. */
async function tellAndKill(letters: Letter[], { atOnce }: Slaughter, kill: () => Promise<void>): Promise<Told[]> {
  const queue = shuffle([...letters, ...letters])
  const deathAfter = randomInt(1, letters.length)
  let answered = 0
  let death: Promise<void> | null = null
  const told = await inParallel(queue, atOnce, async (letter) => {
    const answer = death ? '[dead]' : await sendLetter(letter)
    answered += 1
    if (answered >= deathAfter) death ??= kill()
    return { ...letter, answer }
  })
  await (death ?? kill())
  return told
}

const isAcked = ({ answer }: Told) => answer === 'success'

/** Checks right after the restart, before any notify is repeated. */
async function judge({ db }: PayWorld, told: Told[]): Promise<Round> {
  const numbers = [...new Set(told.map(({ outTradeNo }) => outTradeNo))]
  const rows = await db.kysely
    .selectFrom('payments')
    .select(['outTradeNo', 'state'])
    .where('outTradeNo', 'in', numbers)
    .execute()
  const isPaid = new Set(rows.filter(({ state }) => state === 'paid').map(({ outTradeNo }) => outTradeNo))
  const acked = new Set(told.filter(isAcked).map(({ outTradeNo }) => outTradeNo))
  return {
    acked: acked.size,
    cutOff: told.filter(({ answer }) => answer.startsWith('[') && answer !== '[dead]').length,
    ackedButUnpaid: [...acked].filter((number) => !isPaid.has(number)).length,
    settledUnseen: [...isPaid].filter((number) => !acked.has(number)).length,
  }
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
  return [
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
  console.log(`The cashier took   ${truth.paidFen} fen in ${truth.paid} trades`)
  console.log(`Our payments say   ${ours.paidFen} fen in ${ours.paid}; the ledger was credited ${ours.creditedFen} fen`)
  console.log(`Books: ${bookProblems.length} problems`)
}
