import { sql } from 'kysely'

import type { NoticeAudience, NoticeRow } from '../../../../contract/console/notices.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Condition, ListQuery } from '../../lists/list-page.ts'
import { userConditions, type SearchScope, type UserFilter } from '../../users/filter-users.ts'

export type ListedNotice = {
  id: number
  title: string
  titles: object
  audience: NoticeAudience['kind']
  audiencePackage: number | null
  audienceDays: number | null
  packageName: string | null
  packageNames: unknown
  isAddressed: boolean
  isHeld: boolean
  isPinned: boolean
  publishedAt: Date
  expiresAt: Date | null
  withdrawnAt: Date | null
  toCount: number
  readCount: number
}

/** Leaves out warnings to one user: they are no news. */
export function noticeList(
  resellerId: number,
  now: Date,
  { state }: { state?: NoticeRow['state'] },
): ListQuery<'publishedAt'> {
  return {
    table: 'notices n',
    id: { by: 'n.id', kind: 'id' },
    sorts: { publishedAt: { by: 'n.published_at', kind: 'time' } },
    firstSort: '-publishedAt',
    where: [sql`n.reseller_id = ${resellerId} and not n.is_kept`, ...(state ? [inState(state, now)] : [])],
    show: {
      columns: `page.id, page.title, page.titles, page.audience, page.audience_package, page.audience_days, page.is_addressed,
        page.is_held, page.is_pinned, page.published_at, page.expires_at, page.withdrawn_at, p.name as package_name, p.names as package_names,
        (select count(*) from notice_recipients t where t.notice_id = page.id) as to_count,
        (select count(*) from notice_reads r where r.notice_id = page.id and r.reseller_id = page.reseller_id) as read_count`,
      joins: 'left join packages p on p.id = page.audience_package',
    },
  }
}

function inState(state: NoticeRow['state'], now: Date): Condition {
  const states: Record<NoticeRow['state'], Condition> = {
    live: sql`not n.is_held and n.withdrawn_at is null and n.published_at <= ${now} and (n.expires_at is null or n.expires_at > ${now})`,
    waiting: sql`n.withdrawn_at is null and n.published_at > ${now}`,
    stopped: sql`n.is_held and n.withdrawn_at is null and n.published_at <= ${now}`,
    over: sql`not n.is_held and n.withdrawn_at is null and n.expires_at <= ${now}`,
    withdrawn: sql`n.withdrawn_at is not null`,
  }
  return states[state]
}

type AudienceQuery = { resellerId: number; now: Date; audience: NoticeAudience }

export async function countAudience(db: Queryable, asked: AudienceQuery): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::integer as people from accounts a
      left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
    where ${meets(asked)}`.execute(db.kysely)
  return rows[0]?.people ?? 0
}

export async function findAudience(db: Queryable, asked: AudienceQuery): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from accounts a
      left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
    where ${meets(asked)} order by a.id`.execute(db.kysely)
  return rows.map(({ id }) => id)
}

/** The users that the filters of the users list meet. */
export async function findFiltered(db: Tx, asked: SearchScope, filter: UserFilter): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from accounts a
      left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
      left join ledger_accounts m on m.kind = 'user' and m.reseller_id = a.reseller_id and m.account_id = a.id
    where ${userConditions(asked, filter)} order by a.id`.execute(db.kysely)
  return rows.map(({ id }) => id)
}

/**
 * Condition on accounts `a` and subscriptions `s`. For `ending` and `expired`, paused users are left out: their end
 * does not come nearer.
 */
function meets({ resellerId, now, audience }: AudienceQuery): Condition {
  const own = sql`a.reseller_id = ${resellerId} and a.deleted_at is null`
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS)
  switch (audience.kind) {
    case 'all':
      return own
    case 'package':
      return sql`${own} and s.package_id = ${Number(audience.packageId)} and (s.period = 'once' or s.expires_at > ${now})`
    case 'ending':
      return sql`${own} and a.paused_at is null and s.expires_at > ${now} and s.expires_at <= ${at(audience.days)}`
    case 'expired':
      return sql`${own} and a.paused_at is null and s.expires_at <= ${now} and s.expires_at > ${at(-audience.days)}`
  }
}
