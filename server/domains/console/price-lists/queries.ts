import { sql } from 'kysely'

import type { Queryable } from '../../../platform/db/db.ts'
import type { ListQuery } from '../../lists/list-page.ts'

/** A reseller's name in the platform's lists: its shop's title, else the agency's name. */
const TITLE = `coalesce(nullif(r.title, ''), r.agency_name, '')`

export async function findTitles(db: Queryable, resellerIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; title: string }>({
    name: 'office.reseller_titles',
    text: `select r.id, ${TITLE} as title from resellers r where r.id = any ($1)`,
    values: [resellerIds],
  })
  return new Map(rows.map(({ id, title }) => [id, title]))
}

export type ListedReseller = {
  id: number
  title: string
  listId: number
  listName: string
  ownPrices: number
  nextListName: string | null
  nextFrom: Date | null
}

export function resellerList({ search = '', listId }: { search?: string; listId?: number }): ListQuery<'resellerId'> {
  const words = search.trim()
  const like = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return {
    table: 'resellers r',
    id: { by: 'r.id', kind: 'id' },
    sorts: { resellerId: { by: 'r.id', kind: 'number' } },
    firstSort: 'resellerId',
    where: [
      sql`true`,
      ...(words === '' ? [] : [sql`(r.id::text = ${words} or ${sql.raw(TITLE)} ilike ${like})`]),
      ...(listId === undefined
        ? []
        : [
            sql`coalesce((select w.price_list_id from reseller_price_lists w where w.reseller_id = r.id), 0) = ${listId}`,
          ]),
    ],
    show: {
      columns: `page.id, ${TITLE.replaceAll('r.', 'page.')} as title, l.id as list_id, l.name as list_name,
        (select count(*) from own_prices o where o.reseller_id = page.id) as own_prices,
        coming.name as next_list_name, coming.not_before as next_from`,
      joins: `left join reseller_price_lists w on w.reseller_id = page.id
        join price_lists l on l.id = coalesce(w.price_list_id, 0)
        left join lateral (
          select n.name, h.not_before from price_changes h join price_lists n on n.id = h.to_list_id
          where h.reseller_id = page.id and h.to_list_id is not null and h.applied_at is null and h.cancelled_at is null
          limit 1
        ) coming on true`,
    },
  }
}
