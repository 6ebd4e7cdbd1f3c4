import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { ByLanguage } from '../../../platform/text/by-language.ts'
import type { Period } from '../period.ts'
import { OFFERED } from './offer-sql.ts'

export type ListRow = {
  id: number
  name: string
  entries: number
  resellers: number
  earningsExample: string | null
  earningsExamples: ByLanguage
}

/** Lists with the number of resellers assigned to each; all others have list 0. */
export function findListRows(db: Queryable): Promise<ListRow[]> {
  return db.query<ListRow>({
    name: 'prices.lists',
    text: `select l.id, l.name, l.earnings_example, l.earnings_examples,
        (select count(*) from price_list_entries e where e.price_list_id = l.id) as entries,
        (select count(*) from resellers r left join reseller_price_lists w on w.reseller_id = r.id
          where coalesce(w.price_list_id, 0) = l.id) as resellers
      from price_lists l order by l.id`,
  })
}

export type EntryRow = {
  packageId: number
  packageName: string
  packageNames: unknown
  kind: 'plan' | 'pack'
  isListed: boolean
  trialDays: number | null
  trialPaidBy: 'reseller' | 'platform' | null
  period: Period
  wholesaleFen: number
  suggestedRetailFen: number | null
  nextWholesaleFen: number | null
  nextFrom: Date | null
}

export function findEntryRows(db: Queryable, listId: number): Promise<EntryRow[]> {
  return db.query<EntryRow>({
    name: 'prices.entries',
    text: `select e.package_id, p.name as package_name, p.names as package_names, p.kind, p.is_listed, p.trial_days, p.trial_paid_by,
        e.period, e.wholesale_fen, e.suggested_retail_fen,
        h.wholesale_fen as next_wholesale_fen, h.not_before as next_from
      from price_list_entries e join packages p on p.id = e.package_id
        left join price_changes h on h.price_list_id = e.price_list_id and h.package_id = e.package_id
          and h.period = e.period and h.applied_at is null and h.cancelled_at is null
      where e.price_list_id = $1 order by p.place, p.id, e.wholesale_fen`,
    values: [listId],
  })
}

/** Null when another list has that name. */
export async function insertList(db: Tx, name: string, now: Date): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'prices.add_list',
    text: `insert into price_lists (name, created_at) values ($1, $2) on conflict do nothing returning id`,
    values: [name, now],
  })
  return rows[0]?.id ?? null
}

/** Returns the length of the text before. */
export async function updateExample(
  db: Tx,
  listId: number,
  example: string | null,
  examples: ByLanguage,
): Promise<number> {
  const rows = await db.query<{ length: number }>({
    name: 'prices.set_example',
    text: `update price_lists l set earnings_example = $2, earnings_examples = $3 from (
        select id, coalesce(char_length(earnings_example), 0) as length from price_lists where id = $1 for update) b
      where l.id = b.id returning b.length`,
    values: [listId, example, JSON.stringify(examples)],
  })
  return rows[0]?.length ?? 0
}

/** False when another list has the name. */
export async function updateListName(db: Tx, listId: number, name: string): Promise<boolean> {
  // Make others who add or rename a list wait: otherwise both would find the name free.
  await db.query({ name: 'prices.lock_names', text: 'lock table price_lists in share row exclusive mode', values: [] })
  const rows = await db.query({
    name: 'prices.rename_list',
    text: `update price_lists set name = $2
      where id = $1 and not exists (select from price_lists o where o.name = $2 and o.id <> $1) returning id`,
    values: [listId, name],
  })
  return rows.length === 1
}

export async function copyEntries(db: Tx, from: number, to: number): Promise<void> {
  await db.query({
    name: 'prices.copy_list',
    text: `insert into price_list_entries (price_list_id, package_id, period, wholesale_fen, suggested_retail_fen)
      select $2, package_id, period, wholesale_fen, suggested_retail_fen from price_list_entries where price_list_id = $1`,
    values: [from, to],
  })
}

type EntryName = { listId: number; packageId: number; period: Period }

export async function hasSellers(db: Queryable, { listId, packageId, period }: EntryName): Promise<boolean> {
  const rows = await db.query({
    name: 'prices.sellers',
    text: `select 1 as one ${OFFERED} where o.package_id = $2 and o.period = $3 and own.wholesale_fen is null
      and coalesce(which.price_list_id, 0) = $1 limit 1`,
    values: [listId, packageId, period],
  })
  return rows.length > 0
}

export async function deleteEntry(db: Tx, { listId, packageId, period }: EntryName): Promise<boolean> {
  const rows = await db.query({
    name: 'prices.remove_entry',
    text: `delete from price_list_entries where price_list_id = $1 and package_id = $2 and period = $3 returning 1 as done`,
    values: [listId, packageId, period],
  })
  return rows.length === 1
}
