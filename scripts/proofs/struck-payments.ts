import { checkBooks } from '../../server/domains/books/check-books.ts'
import type { ServerProcess } from '../../server/test/run/server-process.ts'
import { startPayments, type PayLoad } from './cluster/pay-load.ts'
import { sendUntilAcked, withPayWorld, type PayWorld } from './pay-world.ts'

/** What became of payments that were made while things broke. */
export type Judged = {
  answers: Record<string, number>
  acked: number
  failed: readonly string[]
  ackedButUnpaid: number
  truth: { paid: number; paidFen: number }
  ours: { paid: number; paidFen: number; creditedFen: number }
  bookProblems: string[]
}

/** Payers pay at the servers while `breakThings` goes on; then what is open is told once more, and all is counted. */
export function payThrough<T>(
  databaseUrl: string,
  start: (world: PayWorld) => Promise<ServerProcess[]>,
  breakThings: (load: PayLoad) => Promise<T>,
  way: keyof PayWorld['payTypes'] = 'alipay',
): Promise<Judged & { found: T }> {
  return withPayWorld(databaseUrl, async (world) => {
    await world.control.change({ isOn: false })
    const servers = await start(world)
    const load = await startPayments(
      world,
      servers.map(({ url }) => url),
      { payType: world.payTypes[way] },
    )
    const found = await breakThings(load).finally(() => load.stop())
    return { ...(await judge(world, load)), found }
  })
}

export async function judge(world: PayWorld, load: PayLoad): Promise<Judged> {
  const { db, control } = world
  await sendUntilAcked(
    load.letters.filter(({ outTradeNo }) => !load.acked.has(outTradeNo)),
    4,
  )
  const rows = await db.kysely
    .selectFrom('payments')
    .select(['outTradeNo', 'amountFen'])
    .where('state', '=', 'paid')
    .execute()
  const isPaid = new Set(rows.map(({ outTradeNo }) => outTradeNo))
  const { rows: credited } = await db.pool.query<{ fen: number }>(
    `select coalesce(-sum(p.amount_fen), 0)::bigint as fen from ledger_postings p
      join ledger_accounts a on a.id = p.ledger_account_id and a.kind = 'outside'`,
  )
  const { paid, paidFen } = await control.totals()
  return {
    answers: Object.fromEntries(load.answers),
    acked: load.acked.size,
    failed: load.failed,
    ackedButUnpaid: [...load.acked].filter((number) => !isPaid.has(number)).length,
    truth: { paid, paidFen },
    ours: {
      paid: rows.length,
      paidFen: rows.reduce((sum, { amountFen }) => sum + amountFen, 0),
      creditedFen: credited[0]!.fen,
    },
    bookProblems: (await checkBooks(db)).problems,
  }
}

export function findLosses({ truth, ours, answers, failed, acked, ackedButUnpaid, bookProblems }: Judged): string[] {
  const problems: [boolean, string][] = [
    [acked === 0, 'no payment was acknowledged'],
    [ackedButUnpaid > 0, `${ackedButUnpaid} acknowledged payments were lost`],
    [failed.length > 0, failed.slice(0, 5).join(', ')],
    [Object.keys(answers).some((one) => /^5(?!03)/.test(one)), `answers were ${JSON.stringify(answers)}`],
    [ours.paid !== truth.paid || ours.paidFen !== truth.paidFen, 'our payments are not those of the cashier'],
    [ours.creditedFen !== truth.paidFen, `${ours.creditedFen} fen were credited, ${truth.paidFen} paid`],
  ]
  return [...problems.filter(([isWrong]) => isWrong).map(([, text]) => text), ...bookProblems]
}
