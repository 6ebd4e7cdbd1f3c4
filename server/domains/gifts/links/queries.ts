import type { Insertable, Selectable } from 'kysely'

import type { Owner } from '../../../platform/context.ts'
import type { GiftLinks } from '../../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { PageEnd } from '../../../platform/db/page-cursor.ts'

export type LinkRow = Selectable<GiftLinks>
export type NamedLink = LinkRow & { packageName: string; packageNames: unknown; usedName: string | null }
/** Also with the name of the user who gives. */
export type GivenLink = NamedLink & { giverName: string | null }
export type LinkName = { resellerId: number; id: string }
/** Whose links: a user's, or with `giverId` null the reseller's own. */
export type Giver = { resellerId: number; giverId: number | null }

const NAMED = `g.*, p.name as package_name, p.names as package_names, u.user_name as used_name
  from gift_links g join packages p on p.id = g.package_id
    left join accounts u on u.reseller_id = g.reseller_id and u.id = g.used_by`

/** Returns null when this giver has used the request key before: the unique index decides, not an earlier read. */
export async function insertLink(db: Tx, link: Insertable<GiftLinks>): Promise<LinkRow | null> {
  const row = await db.kysely
    .insertInto('giftLinks')
    .values(link)
    .onConflict((conflict) => conflict.columns(['resellerId', 'giverId', 'requestKey']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function loadLinkByKey(
  db: Queryable,
  { resellerId, giverId }: Giver,
  key: string,
): Promise<NamedLink | null> {
  const rows = await db.query<NamedLink>({
    name: 'gift_links.by_key',
    text: `select ${NAMED} where g.reseller_id = $1 and g.giver_id is not distinct from $2 and g.request_key = $3`,
    values: [resellerId, giverId, key],
  })
  return rows[0] ?? null
}

export async function loadLinkByCode(db: Queryable, resellerId: number, codeHash: Buffer): Promise<NamedLink | null> {
  const rows = await db.query<NamedLink>({
    name: 'gift_links.by_code',
    text: `select ${NAMED} where g.reseller_id = $1 and g.code_hash = $2`,
    values: [resellerId, codeHash],
  })
  return rows[0] ?? null
}

export async function loadGivenLink(db: Queryable, resellerId: number, codeHash: Buffer): Promise<GivenLink | null> {
  const rows = await db.query<GivenLink>({
    name: 'gift_links.given',
    text: `select b.user_name as giver_name, ${NAMED}
        left join accounts b on b.reseller_id = g.reseller_id and b.id = g.giver_id
      where g.reseller_id = $1 and g.code_hash = $2`,
    values: [resellerId, codeHash],
  })
  return rows[0] ?? null
}

export async function loadOwnLink(db: Queryable, giver: Giver, id: string): Promise<NamedLink | null> {
  const rows = await db.query<NamedLink>({
    name: 'gift_links.own',
    text: `select ${NAMED} where g.reseller_id = $1 and g.giver_id is not distinct from $2 and g.id = $3`,
    values: [giver.resellerId, giver.giverId, id],
  })
  return rows[0] ?? null
}

/**
 * M46: the only statement that uses a link. Of a use, a return and an expiry at once, one gets the row; the others wait
 * and then find it ended.
 */
export async function claimUse(
  db: Tx,
  { resellerId, accountId }: Owner,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await db.query({
    name: 'gift_links.use',
    text: `update gift_links set state = 'used', used_by = $2, ended_at = $4
      where reseller_id = $1 and code_hash = $3 and state = 'open' and expires_at > $4 returning 1 as done`,
    values: [resellerId, accountId, codeHash, now],
  })
  return rows.length === 1
}

export async function setGift(db: Tx, { resellerId, id }: LinkName, giftId: number): Promise<void> {
  await db.query({
    name: 'gift_links.set_gift',
    text: `update gift_links set gift_id = $3 where reseller_id = $1 and id = $2`,
    values: [resellerId, id, giftId],
  })
}

/** Returns null when the link is used or returned. */
export async function claimReturn(db: Tx, { resellerId, id }: LinkName, now: Date): Promise<LinkRow | null> {
  const rows = await db.query<LinkRow>({
    name: 'gift_links.return',
    text: `update gift_links set state = 'returned', ended_at = $3
      where reseller_id = $1 and id = $2 and state = 'open' returning *`,
    values: [resellerId, id, now],
  })
  return rows[0] ?? null
}

export const LINKS_AT_ONCE = 200

export function findExpiredLinks(db: Queryable, now: Date): Promise<LinkName[]> {
  return db.query<LinkName>({
    name: 'gift_links.expired',
    text: `select reseller_id, id from gift_links where state = 'open' and expires_at <= $1
      order by expires_at, id limit ${LINKS_AT_ONCE}`,
    values: [now],
  })
}

type Page = { before: PageEnd<string> | null; limit: number }

/** Newest first. */
export function findOwnRows(
  db: Queryable,
  { resellerId, accountId }: Owner,
  { before, limit }: Page,
): Promise<NamedLink[]> {
  return db.query<NamedLink>({
    name: 'gift_links.list',
    text: `select ${NAMED} where g.reseller_id = $1 and g.giver_id = $2
        and ($3::timestamptz is null or (g.created_at, g.id) < ($3, $4::uuid))
      order by g.created_at desc, g.id desc limit $5`,
    values: [resellerId, accountId, before?.at ?? null, before?.id ?? null, limit],
  })
}
