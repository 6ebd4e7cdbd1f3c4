import { sql } from 'kysely'

import type { Queryable } from '../../../platform/db/db.ts'
import type { Condition, ListCtx, ListQuery } from '../../lists/list-page.ts'
import { dayConditions, equalConditions } from '../../lists/sale-filters.ts'
import { accountCondition } from '../../lists/search-accounts.ts'

type WorthColumns = {
  kind: 'balance' | 'package' | 'traffic' | 'days'
  amountFen: number | null
  packageName: string | null
  packageNames: unknown
  period: 'month' | 'quarter' | 'half' | 'year' | 'once' | null
  trafficBytes: number | null
  days: number | null
  startsAtUse: boolean
  isImported: boolean
}

export type ListedBatch = WorthColumns & {
  id: number
  keyCount: number
  unused: number
  assigned: number
  redeemed: number
  voided: number
  costFen: number
  priceFen: number | null
  createdAt: Date
  expiresAt: Date | null
  closedAt: Date | null
  keysUntil: Date | null
}

export function batchList(resellerId: number, filter: { kind?: string; open?: boolean }): ListQuery<'id'> {
  return {
    table: 'card_batches b',
    id: { by: 'b.id', kind: 'id' },
    sorts: { id: { by: 'b.id', kind: 'number' } },
    firstSort: '-id',
    where: [
      sql`b.reseller_id = ${resellerId}`,
      ...equalConditions({ 'b.kind': filter.kind }),
      ...(filter.open ? [sql`b.closed_at is null`] : []),
    ],
    show: {
      columns: `page.id, page.kind, page.amount_fen, p.name as package_name, p.names as package_names, page.period,
        page.traffic_bytes, page.days, page.starts_at_use, page.import_id is not null as is_imported, page.key_count, page.cost_fen, page.price_fen, page.created_at, page.expires_at, page.closed_at,
        n.unused, n.assigned, n.redeemed, n.voided, k.erase_at as keys_until`,
      joins: `left join packages p on p.id = page.package_id left join unsaved_keys k on k.batch_id = page.id
        cross join lateral (
        select count(*) filter (where state = 'unused' and account_id is null) as unused,
          count(*) filter (where state = 'unused' and account_id is not null) as assigned,
          count(*) filter (where state = 'redeemed') as redeemed, count(*) filter (where state = 'void') as voided
        from cards where batch_id = page.id) n`,
    },
  }
}

export type CardStock = WorthColumns & {
  packageId: number | null
  left: number
  gone: number
  lastsDays: number | null
  batchId: number | null
  keyCount: number | null
  goodDays: number | null
  priceFen: number | null
}

/** Sorts of key on one screen. */
const STOCK_MAX = 12
export const PACE_DAYS = 30
const WORTH = 'kind, amount_fen, package_id, period, traffic_bytes, days, starts_at_use'

/** A batch that ended before these 30 days has no key left, and lost none in them. */
export function findStock(db: Queryable, resellerId: number, since: Date): Promise<CardStock[]> {
  return db.query<CardStock>({
    name: 'office.card_stock',
    text: `with stock as (
        select ${WORTH}, count(*) filter (where b.closed_at is null and c.state = 'unused' and c.account_id is null) as left,
          count(*) filter (where coalesce(c.assigned_at, c.redeemed_at) > $2) as gone,
          max(b.id) filter (where b.import_id is null) as batch_id
        from card_batches b join cards c on c.batch_id = b.id
        where b.reseller_id = $1 and (b.closed_at is null or b.closed_at > $2)
        group by ${WORTH})
      select s.*, s.batch_id is null as is_imported, s.left * ${PACE_DAYS} / nullif(s.gone, 0) as lasts_days, p.name as package_name,
        p.names as package_names, l.key_count, l.price_fen,
        round(extract(epoch from l.expires_at - l.created_at) / 86400)::integer as good_days
      from stock s left join packages p on p.id = s.package_id left join card_batches l on l.id = s.batch_id
      where s.left + s.gone > 0
      order by lasts_days nulls last, s.left, s.batch_id desc nulls last limit ${STOCK_MAX}`,
    values: [resellerId, since],
  })
}

type GiftFilter = { state?: string; soldFrom?: string; soldTo?: string }

/** The links that the reseller paid for. Those of its users are theirs, and here only once they are a sale of these days. */
export function giftLinkList(ctx: ListCtx, resellerId: number, filter: GiftFilter): ListQuery<'createdAt'> {
  const days = dayConditions(
    { from: filter.soldFrom, to: filter.soldTo },
    { at: 'g.ended_at', timeZone: ctx.config.businessTz },
  )
  return {
    table: 'gift_links g',
    id: { by: 'g.id', kind: 'uuid' },
    sorts: { createdAt: { by: 'g.created_at', kind: 'time' } },
    firstSort: '-createdAt',
    where: [
      sql`g.reseller_id = ${resellerId}`,
      ...(days.length === 0 ? [sql`g.giver_id is null`] : [sql`g.giver_id is not null and g.state = 'used'`, ...days]),
      ...equalConditions({ 'g.state': filter.state }),
    ],
    show: {
      columns: `page.id, page.kind, page.days, page.traffic_bytes, page.price_fen, page.state, page.last_four, page.made_by,
        page.used_by, page.created_at, page.expires_at, page.ended_at, p.name as package_name, p.names as package_names,
        u.user_name as used_name`,
      joins: `join packages p on p.id = page.package_id
        left join accounts u on u.reseller_id = page.reseller_id and u.id = page.used_by`,
    },
  }
}

export type ListedCard = WorthColumns & {
  id: number
  batchId: number
  state: 'unused' | 'redeemed' | 'void'
  lastFour: string | null
  soldFen: number
  accountId: number | null
  assignedName: string | null
  assignedAt: Date | null
  redeemedBy: number | null
  redeemedName: string | null
  redeemedAt: Date | null
  expiresAt: Date | null
}

const CARD_COLUMNS = `page.id, page.batch_id, page.state, page.last_four, page.account_id, u.user_name as assigned_name,
  page.assigned_at, page.redeemed_by, r.user_name as redeemed_name, page.redeemed_at, b.kind, b.amount_fen, coalesce(b.price_fen, b.cost_fen) as sold_fen,
  p.name as package_name, p.names as package_names, b.period, b.traffic_bytes, b.days, b.starts_at_use, b.import_id is not null as is_imported, b.expires_at`
const CARD_JOINS = `join card_batches b on b.id = page.batch_id left join packages p on p.id = b.package_id
  left join accounts u on u.reseller_id = page.reseller_id and u.id = page.account_id
  left join accounts r on r.reseller_id = page.reseller_id and r.id = page.redeemed_by`

export type CardFilter = {
  search?: string
  state?: string
  batchId?: number
  accountId?: number
  redeemedFrom?: string
  redeemedTo?: string
}

export async function cardList(ctx: ListCtx, resellerId: number, filter: CardFilter): Promise<ListQuery<'id'>> {
  const { accountId } = filter
  return {
    table: 'cards c',
    id: { by: 'c.id', kind: 'id' },
    sorts: { id: { by: 'c.id', kind: 'number' } },
    firstSort: '-id',
    where: [
      sql`c.reseller_id = ${resellerId}`,
      ...stateConditions(filter.state),
      ...equalConditions({ 'c.batch_id': filter.batchId }),
      ...dayConditions(
        { from: filter.redeemedFrom, to: filter.redeemedTo },
        { at: 'c.redeemed_at', timeZone: ctx.config.businessTz },
      ),
      ...(accountId === undefined ? [] : [sql`(c.account_id = ${accountId} or c.redeemed_by = ${accountId})`]),
      ...(await searched(ctx, resellerId, filter.search?.trim() ?? '')),
    ],
    show: { columns: CARD_COLUMNS, joins: CARD_JOINS },
  }
}

function stateConditions(state: string | undefined): Condition[] {
  if (state === undefined) return []
  if (state === 'assigned') return [sql`c.state = 'unused' and c.account_id is not null`]
  return state === 'unused' ? [sql`c.state = 'unused' and c.account_id is null`] : [sql`c.state = ${state}`]
}

/**
 * Four symbols are searched as the end of a key, with look-alikes forgiven as in a whole key; other text as a user
 * name.
 */
async function searched(ctx: { db: Queryable }, resellerId: number, search: string): Promise<Condition[]> {
  if (search === '') return []
  const typed = search.toUpperCase()
  const four = typed.replaceAll(/[IL]/g, '1').replaceAll('O', '0')
  // Gift codes of other panels have all letters.
  if (/^[\dA-Z]{4}$/.test(four)) return [sql`c.last_four in (${four}, ${typed})`]
  const given = await accountCondition(ctx, { resellerId, begin: search, column: 'c.account_id' })
  const used = await accountCondition(ctx, { resellerId, begin: search, column: 'c.redeemed_by' })
  return [sql`(${given} or ${used})`]
}

export async function loadListedCard(db: Queryable, resellerId: number, codeHash: Buffer): Promise<ListedCard | null> {
  const rows = await db.query<ListedCard>({
    name: 'office.card_by_code',
    text: `select ${CARD_COLUMNS} from cards page ${CARD_JOINS} where page.reseller_id = $1 and page.code_hash = $2`,
    values: [resellerId, codeHash],
  })
  return rows[0] ?? null
}
