import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { ByLanguage } from '../../../platform/text/by-language.ts'

export type PlatformNotice = {
  to: 'users' | 'resellers'
  id: number
  title: string
  titles: unknown
  publishedAt: Date
  expiresAt: Date | null
  withdrawnAt: Date | null
  readCount: number
}

/** Notices to users of all resellers and to resellers, newest first. */
export function findPlatformNotices(db: Queryable, limit: number): Promise<PlatformNotice[]> {
  return db.query<PlatformNotice>({
    name: 'office.platform_notices',
    text: `select * from (
        select 'users' as to, n.id, n.title, n.titles, n.published_at, n.expires_at, n.withdrawn_at,
          (select count(*) from notice_reads r where r.notice_id = n.id) as read_count
        from notices n where n.reseller_id is null and not n.is_addressed
        union all
        select 'resellers', o.id, o.title, o.titles, o.published_at, o.expires_at, o.withdrawn_at,
          (select count(*) from office_notice_reads r where r.notice_id = o.id)
        from office_notices o
      ) told order by published_at desc, id desc limit $1`,
    values: [limit],
  })
}

type NewNotice = {
  title: string
  body: string
  titles: ByLanguage
  bodies: ByLanguage
  madeBy: string
  publishedAt: Date
  expiresAt: Date | null
}

export async function insertOfficeNotice(db: Tx, notice: NewNotice): Promise<number> {
  const { title, body, titles, bodies, madeBy, publishedAt, expiresAt } = notice
  const rows = await db.query<{ id: number }>({
    name: 'office.tell',
    text: `insert into office_notices (title, body, titles, bodies, made_by, published_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    values: [title, body, JSON.stringify(titles), JSON.stringify(bodies), madeBy, publishedAt, expiresAt],
  })
  return rows[0]!.id
}

/** Returns the title; null when there is no such notice. */
export async function withdrawOfficeNotice(db: Tx, id: number, now: Date): Promise<string | null> {
  const rows = await db.query<{ title: string }>({
    name: 'office.withdraw_told',
    text: `update office_notices set withdrawn_at = coalesce(withdrawn_at, $2) where id = $1 returning title`,
    values: [id, now],
  })
  return rows[0]?.title ?? null
}

export type Told = { id: number; title: string; titles: unknown; body: string; bodies: unknown; publishedAt: Date }

const LIVE = `o.withdrawn_at is null and o.published_at <= $2 and (o.expires_at is null or o.expires_at > $2)`

export function findUnread(db: Queryable, staffId: number, now: Date, limit: number): Promise<Told[]> {
  return db.query<Told>({
    name: 'office.unread',
    text: `select o.id, o.title, o.titles, o.body, o.bodies, o.published_at from office_notices o
      where ${LIVE} and not exists (select from office_notice_reads r where r.notice_id = o.id and r.staff_id = $1)
      order by o.published_at desc, o.id desc limit $3`,
    values: [staffId, now, limit],
  })
}

/** False when no such notice is shown now. */
export async function insertRead(db: Queryable, staffId: number, id: number, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'office.mark_read',
    text: `with shown as (select o.id from office_notices o where o.id = $3 and ${LIVE}),
      marked as (insert into office_notice_reads (notice_id, staff_id, read_at) select id, $1, $2 from shown on conflict do nothing)
      select id from shown`,
    values: [staffId, now, id],
  })
  return rows.length === 1
}
