import { NO_SUBSCRIPTION } from '../../../server/domains/subscriptions/subscription-store.ts'
import type { Subscription } from '../../../server/domains/subscriptions/subscription.ts'
import type { Game } from './world.ts'

/** What an account has by its row, without what the product remembers about money. */
export type Had = Pick<
  Subscription,
  | 'packageId'
  | 'period'
  | 'expiresAt'
  | 'bankedSeconds'
  | 'pausedAt'
  | 'usedBytes'
  | 'totalBytes'
  | 'packBytes'
  | 'monthBytes'
  | 'expiryDay'
  | 'resetDay'
  | 'nextResetAt'
>
/** A transaction of the ledger as the books have it. */
export type Entry = { id: number; kind: string; legs: { kind: string; fen: number }[] }
export type Sight = { now: Date; accounts: Had[]; entries: Entry[]; lastId: number }

/** What the walk left in the database since the last look: what each account has, and which money moved. */
export async function observe({ world, resellerId, accounts, now }: Game, lastId: number): Promise<Sight> {
  const had = await world.db.query<Had & { accountId: number }>({
    name: 'greedy.had',
    text: `select s.account_id, s.package_id, s.period, s.expires_at, s.banked_seconds, a.paused_at, s.used_bytes, s.total_bytes,
        s.pack_bytes, s.month_bytes, s.expiry_day, s.reset_day, s.next_reset_at
      from subscriptions s join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id where s.reseller_id = $1`,
    values: [resellerId],
  })
  const entries = await world.db.query<Entry>({
    name: 'greedy.entries',
    text: `select t.id, t.kind, coalesce(json_agg(json_build_object('kind', a.kind, 'fen', p.amount_fen))
          filter (where a.id is not null), '[]') as legs
       from ledger_transactions t left join ledger_postings p on p.transaction_id = t.id
         left join ledger_accounts a on a.id = p.ledger_account_id
      where t.reseller_id = $1 and t.id > $2 group by t.id order by t.id`,
    values: [resellerId, lastId],
  })
  const all = accounts.map(({ id }) => had.find(({ accountId }) => accountId === id) ?? NO_SUBSCRIPTION)
  return { now, accounts: all, entries, lastId: entries.at(-1)?.id ?? lastId }
}

export function sumOf(entries: readonly Entry[], kind: string): number {
  return entries.reduce(
    (sum, { legs }) => sum + legs.reduce((part, leg) => part + (leg.kind === kind ? leg.fen : 0), 0),
    0,
  )
}
