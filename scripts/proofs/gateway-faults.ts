import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { GATEWAY_FAULTS } from '../../cashier/faults.ts'
import { api } from '../../contract/api.ts'
import { providerIds } from '../../contract/providers.ts'
import { checkBooks } from '../../server/domains/books/check-books.ts'
import { ask, buildPayers, inParallel, sendLetter, withPayWorld, type Payer, type PayWorld } from './pay-world.ts'

/** So many orders of each kind of fault that a payment can meet. */
export type Size = { perKind: number; atOnce: number }
export type Figures = {
  seconds: number
  kinds: number
  orders: number
  /** Of opening a payment. */
  answers: Record<string, number>
  repeats: number
  unended: string[]
  truth: { paid: number; paidFen: number }
  ours: { paid: number; paidFen: number; creditedFen: number }
  bookProblems: string[]
}

/** A refund that moves nothing has its own test with each gateway; `together` is a race, not a fault. */
const KINDS = GATEWAY_FAULTS.filter((kind) => kind !== 'no_change' && kind !== 'together')
const PER_PAYER = 8
const TRIES = 12
const HANG_MS = 4_000

export function tryFaults(databaseUrl: string, { perKind, atOnce }: Size): Promise<Figures> {
  return withPayWorld(databaseUrl, async (world) => {
    const startedAt = performance.now()
    await world.start()
    await world.control.change({ isOn: false })
    const figures = { kinds: KINDS.length, orders: 0, repeats: 0, answers: {}, unended: [] as string[] }
    for (const kind of KINDS) {
      const payers = await buildPayers(world, Math.ceil(perKind / PER_PAYER))
      const numbers = Array.from({ length: perKind }, (_, at) => at)
      await inParallel(numbers, atOnce, async (at) => {
        const payer = payers[Math.floor(at / PER_PAYER)]!
        const isPaid = await payThrough(world, kind, payer, at, figures)
        figures.orders += 1
        if (!isPaid) figures.unended.push(kind)
      })
      await world.control.clearFaults()
    }
    return { ...figures, seconds: (performance.now() - startedAt) / 1000, ...(await judge(world)) }
  })
}

type Counts = Pick<Figures, 'answers' | 'repeats'>

/** The fault meets the opening of one payment in two, and the question after the notify of the others. */
async function payThrough(world: PayWorld, kind: (typeof KINDS)[number], payer: Payer, at: number, counts: Counts) {
  const { control, payTypes } = world
  const isAtOpening = at % 2 === 0
  const payType = payTypes[providerIds[Math.floor(at / 2) % providerIds.length]!]
  const fault = { kind, times: randomInt(1, 3), ms: HANG_MS }
  if (isAtOpening) await control.orderFault(fault)
  const number = await open(world, payer, payType, counts)
  if (number === null) return false
  if (!isAtOpening && kind !== 'early_notify') await control.orderFault({ ...fault, outTradeNo: number })
  const trade = await control.trade(number)
  if (trade.paidAt === null) await control.move(number, 'pay', { tells: false }).catch(() => {})
  const letter = await control.writeNotify(number)
  for (let tries = 0; tries < TRIES; tries += 1) {
    if ((await sendLetter(letter)) === 'success') return true
    counts.repeats += 1
    await sleep(100 * tries)
  }
  return false
}

/** A user who presses again under the same key. */
async function open(world: PayWorld, { token }: Payer, payType: string, { answers }: Counts): Promise<string | null> {
  const wish = { type: 'user', amountFen: randomInt(100, 9_999), payType, device: 'qr', key: randomUUID() }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { status, data } = await ask<{ out_trade_no: string }>(world, api.payments.pay, wish, { token })
    answers[status] = (answers[status] ?? 0) + 1
    if (status === 200) return data.out_trade_no
    await sleep(100 * tries)
    // What the gateway has refused is begun anew.
    if (status !== 503) wish.key = randomUUID()
  }
  return null
}

async function judge({ db, control }: PayWorld) {
  const { rows } = await db.pool.query<{ paid: number; paid_fen: number; credited_fen: number }>(
    `select count(*) as paid, coalesce(sum(amount_fen), 0)::bigint as paid_fen,
        (select -coalesce(sum(p.amount_fen), 0)::bigint from ledger_postings p
          join ledger_accounts a on a.id = p.ledger_account_id and a.kind = 'outside') as credited_fen
      from payments where state = 'paid'`,
  )
  const { paid, paid_fen: paidFen, credited_fen: creditedFen } = rows[0]!
  const truth = await control.totals()
  return {
    truth: { paid: truth.paid, paidFen: truth.paidFen },
    ours: { paid, paidFen, creditedFen },
    bookProblems: (await checkBooks(db)).problems,
  }
}

export function findProblems(
  { kinds, orders, unended, truth, ours, answers, bookProblems }: Figures,
  size: Size,
): string[] {
  const problems: [boolean, string][] = [
    [orders !== kinds * size.perKind, `${orders} of ${kinds * size.perKind} orders`],
    [unended.length > 0, `${unended.length} orders never ended: ${[...new Set(unended)].join(', ')}`],
    [Object.keys(answers).includes('500'), `answers were ${JSON.stringify(answers)}`],
    [ours.paid !== truth.paid || ours.paidFen !== truth.paidFen, 'our payments are not those of the cashier'],
    [ours.creditedFen !== truth.paidFen, `${ours.creditedFen} fen were credited, ${truth.paidFen} paid`],
  ]
  return [...problems.filter(([isWrong]) => isWrong).map(([, text]) => text), ...bookProblems]
}
