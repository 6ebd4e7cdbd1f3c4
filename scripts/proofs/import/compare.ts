import type { SourceReport } from '../../../server/domains/imports/check-source.ts'
import type { Claims, Desk } from './desk.ts'
import type { MariaDb } from './mariadb.ts'

/** Sums come as texts where they are beyond what a number holds. */
export type TextReport = Pick<SourceReport, 'counts' | 'findings' | 'panel'> & {
  sums: Record<keyof SourceReport['sums'], number | string>
}

/** Whether what the file says equals what the old panel's database itself says about its rows. */
export async function compareReport(db: MariaDb, report: TextReport, claims: Claims): Promise<void> {
  const [users, balance, commission, used] = await db.ask(
    'select count(*), sum(balance), sum(commission_balance), sum(greatest(u + d, 0)) from v2_user',
  )
  const [booked, bookedCommission] = await db.ask(
    'select sum(greatest(balance, 0)), sum(greatest(commission_balance, 0)) from v2_user',
  )
  const { counts, sums } = report
  claims.same('users', users, counts.users)
  claims.same('balances', balance, sums.balanceFen)
  claims.same('balances to be booked', booked, sums.balanceBookedFen)
  claims.same('commission', commission, sums.commissionFen)
  claims.same('commission to be booked', bookedCommission, sums.commissionBookedFen)
  claims.same('bytes used', used, sums.usedBytes)
  claims.same('orders', (await db.ask('select count(*) from v2_order'))[0], counts.orders)
  claims.same('tickets', (await db.ask('select count(*) from v2_ticket'))[0], counts.tickets)
}

/** Whether what is here equals what the old panel's database says, to the cent and to the byte. */
export async function compareBooks(
  { db }: Pick<Desk, 'db'>,
  source: MariaDb,
  { resellerId, nodes, claims }: { resellerId: number; nodes: number; claims: Claims },
): Promise<string> {
  const one = async (text: string) => {
    // Columns without a name share one.
    const { rows } = await db.pool.query<string[]>({ text, values: [resellerId], rowMode: 'array' })
    return rows[0]!
  }
  const pairs = (names: readonly string[], there: readonly string[], here: readonly string[]) => {
    for (const [at, name] of names.entries()) claims.same(name, there[at], here[at])
  }
  const people = await source.ask(
    `select count(*), sum(banned <> 0), sum(greatest(balance, 0)), sum(greatest(commission_balance, 0)) from v2_user`,
  )
  pairs(['users', 'blocked'], people, [
    ...(await one(`select count(*), count(blocked_at) from accounts where reseller_id = $1 and deleted_at is null`)),
  ])
  const fen = (kind: string) =>
    `(select coalesce(sum(balance_fen), 0) from ledger_accounts where reseller_id = $1 and kind = '${kind}')`
  // What gift codes cost as keys is owed too.
  const money = await one(`select ${fen('user')}, ${fen('commission')}, ${fen('liability')} + ${fen('cards')}`)
  pairs(['balances in the books', 'commission in the books'], people.slice(2), money)
  claims.same("the reseller's liability", -(Number(people[2]) + Number(people[3])), money[2])
  const served = 'from v2_user where plan_id in (select id from v2_plan)'
  pairs(
    ['packages', 'bytes given', 'bytes used'],
    await source.ask(`select count(*), sum(transfer_enable), sum(greatest(u + d, 0)) ${served}`),
    await one(`select count(*), sum(total_bytes), sum(used_bytes) from subscriptions where reseller_id = $1`),
  )
  pairs(
    ['lines', 'old addresses'],
    [
      ...(await source.ask(
        `select sum(case group_id when 11 then ${nodes} when 12 then 1 end) ${served} and banned = 0`,
      )),
      ...(await source.ask('select count(distinct token) from v2_user where length(token) >= 16')),
    ],
    [
      ...(await one(`select count(*) from lines where reseller_id = $1 and state <> 'removed'`)),
      ...(await one('select count(*) from old_feed_tokens where reseller_id = $1')),
    ],
  )
  const yuan = (text: string | undefined) => (Number(text) / 100).toFixed(2)
  return `${people[0]} users, balances ${yuan(people[2])}, commission ${yuan(people[3])}`
}
