import { sql } from 'kysely'

import type { Queryable } from '../../../platform/db/db.ts'
import type { ListQuery } from '../../lists/list-page.ts'
import { equalConditions } from '../../lists/sale-filters.ts'
import { accountCondition } from '../../lists/search-accounts.ts'

export type ListedInvite = {
  id: number
  userName: string
  inviterId: number
  inviterName: string
  createdAt: Date
  mark: 'own_device' | 'same_address' | null
  commissionFen: number
}

export async function inviteList(
  ctx: { db: Queryable },
  resellerId: number,
  { search = '', inviterId }: { search?: string; inviterId?: number },
): Promise<ListQuery<'joinedAt'>> {
  const begin = search.trim()
  return {
    table: 'accounts a',
    id: { by: 'a.id', kind: 'id' },
    sorts: { joinedAt: { by: 'a.created_at', kind: 'time' } },
    firstSort: '-joinedAt',
    where: [
      sql`a.reseller_id = ${resellerId} and a.inviter_id is not null`,
      ...equalConditions({ 'a.inviter_id': inviterId }),
      ...(begin === '' ? [] : [await accountCondition(ctx, { resellerId, begin, column: 'a.id' })]),
    ],
    show: {
      columns: `page.id, page.user_name, page.inviter_id, i.user_name as inviter_name, page.created_at,
        page.invite_mark as mark, coalesce((select sum(c.amount_fen) from commissions c where c.reseller_id = page.reseller_id
          and c.inviter_id = page.inviter_id and c.invitee_id = page.id), 0)::bigint as commission_fen`,
      joins: `join accounts i on i.reseller_id = page.reseller_id and i.id = page.inviter_id`,
    },
  }
}

export type TopRow = {
  inviterId: number
  userName: string
  invitedCount: number
  payingCount: number
  commissionFen: number
}

/** Who invited most since then, and what these invited users earned them. */
export function findTopInviters(db: Queryable, resellerId: number, since: Date, limit: number): Promise<TopRow[]> {
  return db.query<TopRow>({
    name: 'office.top_inviters',
    text: `with top as (
        select inviter_id, count(*) as invited_count from accounts
        where reseller_id = $1 and created_at >= $2 and inviter_id is not null
        group by inviter_id order by invited_count desc, inviter_id limit $3
      )
      select top.inviter_id, i.user_name, top.invited_count, paid.paying_count, paid.commission_fen
      from top join accounts i on i.reseller_id = $1 and i.id = top.inviter_id
        cross join lateral (
          select count(distinct c.invitee_id) as paying_count, coalesce(sum(c.amount_fen), 0)::bigint as commission_fen
          from commissions c join accounts a on a.reseller_id = $1 and a.id = c.invitee_id
          where c.reseller_id = $1 and c.inviter_id = top.inviter_id and a.created_at >= $2
        ) paid
      order by top.invited_count desc, top.inviter_id`,
    values: [resellerId, since, limit],
  })
}

export type InviteSums = { invitedCount: number; inviterCount: number; commissionFen: number }

/** A commission is confirmed three days after its sale, so the sale's date is derived from that. */
export async function loadInviteSums(
  db: Queryable,
  resellerId: number,
  since: Date,
  confirmedSince: Date,
): Promise<InviteSums> {
  const rows = await db.query<InviteSums>({
    name: 'office.invite_sums',
    text: `select count(*) as invited_count, count(distinct inviter_id) as inviter_count, (
        select coalesce(sum(amount_fen), 0)::bigint from commissions where reseller_id = $1 and confirm_after >= $3
      ) as commission_fen
      from accounts where reseller_id = $1 and created_at >= $2 and inviter_id is not null`,
    values: [resellerId, since, confirmedSince],
  })
  return rows[0]!
}

export type AgencyRow = {
  id: number
  agencyName: string | null
  isWhitelisted: boolean
  suspendedAt: Date | null
  createdAt: Date
  ownerId: number
  ownerName: string
  feeFen: number | null
  userCount: number
  newUserCount: number
  orderCount: number
}

/** Agencies opened by users of this reseller. Counts end where a list's count ends. */
export function findAgencyRows(
  db: Queryable,
  resellerId: number,
  { since, countMax, limit }: { since: Date; countMax: number; limit: number },
): Promise<AgencyRow[]> {
  return db.query<AgencyRow>({
    name: 'office.agencies',
    text: `select r.id, r.agency_name, r.is_whitelisted, r.suspended_at, r.created_at, a.id as owner_id,
        a.user_name as owner_name, o.total_fen as fee_fen,
        (select count(*) from (select from accounts u where u.reseller_id = r.id and u.deleted_at is null limit $3) few)
          as user_count,
        (select count(*) from (select from accounts u where u.reseller_id = r.id and u.created_at >= $2 limit $3) few)
          as new_user_count,
        (select count(*) from (select from orders s where s.reseller_id = r.id and s.settled_at >= $2 limit $3) few)
          as order_count
      from resellers r join accounts a on a.reseller_id = r.owner_reseller_id and a.id = r.owner_account_id
        left join orders o on o.id = r.opened_by_order
      where r.owner_reseller_id = $1 order by r.created_at desc, r.id limit $4`,
    values: [resellerId, since, countMax, limit],
  })
}
