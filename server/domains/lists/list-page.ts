import { sql, type RawBuilder } from 'kysely'

import { LIST_COUNT_MAX } from '../../../contract/console/list.ts'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { pagesBy } from '../../platform/db/page-cursor.ts'
import { momentOf, timeOf } from './moment.ts'

type Value = 'time' | 'number' | 'text'
type Id = 'id' | 'uuid'
/** A sortable column: never null, and with an index on it followed by the id. */
export type SortColumn = { by: string; kind: Value }
export type ListCtx = { db: Queryable; config: Pick<Config, 'businessTz'> }
export type Condition = RawBuilder<unknown>

/**
 * A list of one table, limited to one reseller's rows. `show` adds joins for the rows of a page only: they cost by the
 * page, not by the table.
 */
export type ListQuery<C extends string> = {
  /** Such as `orders o`: conditions and columns use the short name. */
  table: string
  id: { by: string; kind: Id }
  sorts: Record<C, SortColumn>
  firstSort: C | `-${C}`
  where: readonly Condition[]
  /** Columns and joins of a shown row, with `page` as the table's short name. */
  show: { columns: string; joins: string }
}
export type ListInput = { sort?: string; cursor?: string; limit?: number }
export type ListPage<Row> = { rows: Row[]; nextCursor: string | null; count: number; countIsFloor: boolean }

const FIRST_LIMIT = 50
/** The widest type that a cursor's value may have, whatever the column holds. */
const TYPES: Record<Value | Id, string> = {
  time: 'timestamptz',
  number: 'bigint',
  text: 'text',
  id: 'bigint',
  uuid: 'uuid',
}

/**
 * Follows the index, so that a page far behind the first is as quick. Not a prepared statement: the best index depends
 * on the values, and one plan for all of them would read a million rows for one.
 */
export async function loadPage<Row extends object, C extends string>(
  ctx: { db: Queryable },
  query: ListQuery<C>,
  input: ListInput,
): Promise<ListPage<Row>> {
  const [found, counted] = await Promise.all([loadRows<Row, C>(ctx, query, input), countRows(ctx, query)])
  return { ...found, ...counted }
}

/** Loads up to `rowsMax` rows at once, for a file. */
export async function loadAll<Row extends object, C extends string>(
  ctx: { db: Queryable },
  query: ListQuery<C>,
  input: ListInput,
  rowsMax: number,
): Promise<{ rows: Row[]; isCut: boolean }> {
  const { rows, nextCursor } = await loadRows<Row, C>(ctx, query, { ...input, limit: rowsMax })
  return { rows, isCut: nextCursor !== null }
}

async function loadRows<Row extends object, C extends string>(
  ctx: { db: Queryable },
  query: ListQuery<C>,
  { sort = query.firstSort, cursor, limit = FIRST_LIMIT }: ListInput,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const isDown = sort.startsWith('-')
  const column = query.sorts[(isDown ? sort.slice(1) : sort) as C]
  const isTime = column.kind === 'time'
  const pages = pagesBy({ value: column.kind === 'time' ? 'moment' : column.kind, id: query.id.kind }, limit)
  const end = pages.after(cursor)
  const by = sql.raw(column.by)
  const id = sql.raw(query.id.by)
  const direction = sql.raw(isDown ? 'desc' : 'asc')
  const shownValue = isTime ? momentOf(by) : by
  const endValue = end && (isTime ? timeOf(String(end.value)) : sql`${end.value}::${sql.raw(TYPES[column.kind])}`)
  const endId = end && sql`${end.id}::${sql.raw(TYPES[query.id.kind])}`
  const beyond = end && sql`(${by}, ${id}) ${sql.raw(isDown ? '<' : '>')} (${endValue}, ${endId})`
  const where = sql.join(beyond ? [...query.where, beyond] : query.where, sql` and `)
  const { rows } = await sql<Row & { pageValue: never; pageId: never }>`
    with page as materialized (
      select *, ${shownValue} as page_value, ${id} as page_id from ${sql.raw(query.table)} where ${where}
      order by ${by} ${direction}, ${id} ${direction} limit ${pages.limit}
    )
    select page.page_value, page.page_id, ${sql.raw(query.show.columns)} from page ${sql.raw(query.show.joins)}
    order by page.page_value ${direction}, page.page_id ${direction}`.execute(ctx.db.kysely)
  const { shown, next } = pages.page(rows, (row) => ({ value: row.pageValue, id: row.pageId }))
  return { rows: shown, nextCursor: next }
}

/** Counts in the order of the first sort: otherwise the planner reads the table itself, with all resellers' rows. */
async function countRows<C extends string>(ctx: { db: Queryable }, { table, where, sorts, firstSort }: ListQuery<C>) {
  const { by } = sorts[firstSort.replace('-', '') as C]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${sql.raw(table)} where ${sql.join(where, sql` and `)}
      order by ${sql.raw(by)} limit ${LIST_COUNT_MAX + 1}
    ) found`.execute(ctx.db.kysely)
  const count = rows[0]!.count
  return { count: Math.min(count, LIST_COUNT_MAX), countIsFloor: count > LIST_COUNT_MAX }
}
