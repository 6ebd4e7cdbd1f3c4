import type { Db } from '../../platform/db/db.ts'
import { fillRows, keepChecks, markOf, type Given } from '../build/fill-rows.ts'

export type Drawn = {
  /** Every table with rows of resellers. */
  tables: readonly string[]
  /** The values that stand in no other rows, by table and column. */
  marks: ReadonlyMap<string, string>
}

/** Ids that several columns name. */
const agreeing: Given = {
  'accounts.id': 7_713_000_003,
  account_id: 7_713_000_003,
  'accounts.inviter_id': null,
  'nodes.id': 7_713_130,
  node_id: 7_713_130,
  'lines.number': 7_713_103,
  line_number: 7_713_103,
  'ticket_messages.id': 7_713_203,
  'telegram_messages.id': 7_713_203,
  message_id: 7_713_203,
}

/** Nothing has ended, gone or run out: a row that its own reseller no longer sees could not leak. */
const inUse = (now: Date): Given => ({
  ...Object.fromEntries(
    `cancelled_at closed_at deleted_at disabled_at ended_at merged_into removed_at resolved_at revoked_at stopped_at undone_at
     used_at withdrawn_at`
      .split(/\s+/)
      .map((column) => [column, null]),
  ),
  'lifelines.ended_at': now,
  expires_at: new Date(now.getTime() + 30 * 86_400_000),
})

/** A monitor says by the newest number how far it has read. All resellers share the numbers; they tell nothing else. */
const toldToAll = ['monitor_events.id']

/** One row of a reseller in every table that has such rows, with values that are recognised wherever they appear. */
export async function drawRows(db: Db, resellerId: number, now: Date): Promise<Drawn> {
  const tables = await findTenantTables(db)
  const month = now.toISOString().slice(0, 8)
  const day = now.toISOString().startsWith(`${month}01`) ? `${month}02` : `${month}01`
  const given: Given = {
    reseller_id: resellerId,
    owner_key: resellerId,
    'resellers.id': resellerId,
    'resellers.owner_account_id': null,
    'resellers.owner_reseller_id': null,
    'resellers.opened_by_order': null,
    'traffic_hours.hour': now,
    'traffic_days.day': day,
    ...agreeing,
    ...inUse(now),
  }
  for (const table of ['traffic_hours', 'traffic_days']) {
    await db.pool.query(`select traffic_make_partition($1, date_trunc('month', $2::timestamptz)::date)`, [table, now])
  }
  const putChecksBack = await keepChecks(db)
  const filled = await fillRows(db, tables, given)
  await putChecksBack()
  const isTenants = (name: string) => tables.includes(name.split('.')[0]!)
  const foreign = [...filled].flatMap(([name, value]) => (isTenants(name) ? [] : [markOf(value)]))
  const common = new Set([...foreign, ...Object.values(inUse(now)).map(markOf), day])
  const marks = [...filled].flatMap(([name, value]) => {
    const mark = isTenants(name) && !toldToAll.includes(name) ? markOf(value) : null
    return mark === null || common.has(mark) ? [] : [[name, mark] as const]
  })
  return { tables, marks: new Map(marks) }
}

async function findTenantTables(db: Db): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join pg_class t on t.relname = c.table_name
      where c.table_schema = 'public' and c.column_name = 'reseller_id' and not t.relispartition
        and t.relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(({ name }) => name)
}

const LOOKS_DRAWN =
  /qz-[a-z0-9.-]*?-\d+z|7{8}-7777-4777-8777-\d{12}|198\.18\.\d+\.\d+|\b\d{7,13}\b|\d{4}-\d\d-\d\d(?:T[\d:]{8})?/g

/** The drawn values that a text has. */
export const marksIn = (text: string, marks: ReadonlySet<string>): string[] =>
  [...new Set(text.match(LOOKS_DRAWN))].filter((word) => marks.has(word))
