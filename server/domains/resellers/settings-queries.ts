import type { Db, Tx } from '../../platform/db/db.ts'
import type { BrandSettings } from './brand-settings.ts'
import type { OwnTextKind } from './own-texts.ts'

export type ResellerRow = {
  id: number
  title: string | null
  isWhitelisted: boolean
  suspendedAt: Date | null
  createdAt: Date
  /** What the owner wrote when opening the agency. */
  agencyName: string | null
  agencyContact: string | null
  /** What its users see. */
  contact: string | null
  kfUrl: string | null
  frameOrigins: string[]
  creditLimitFen: number
  commissionPercent: number
  ownerResellerId: number | null
}

export async function findResellerRows(db: Db | Tx): Promise<ResellerRow[]> {
  return db.kysely
    .selectFrom('resellers')
    .select(['id', 'title', 'isWhitelisted', 'suspendedAt', 'createdAt', 'agencyName', 'agencyContact'])
    .select(['creditLimitFen', 'commissionPercent', 'ownerResellerId', 'contact', 'kfUrl', 'frameOrigins'])
    .orderBy('id')
    .execute()
}

export type TermColumns = { creditLimitFen: number; commissionPercent: number }

export async function updateTermColumns(db: Tx, resellerId: number, terms: Partial<TermColumns>): Promise<void> {
  await db.kysely.updateTable('resellers').set(terms).where('id', '=', resellerId).execute()
}

type BrandColumns = Required<Omit<BrandSettings, OwnTextKind>>

/** What the reseller set itself; null where the default of its key applies. */
export async function loadBrandColumns(db: Db | Tx, resellerId: number): Promise<BrandColumns> {
  return db.kysely
    .selectFrom('resellers')
    .select([
      'title',
      'icon',
      'accent',
      'kfUrl',
      'jcUrl',
      'contact',
      'senderName',
      'receiptText',
      'frameOrigins',
      'feedHeaders',
      'hidesFlags',
    ])
    .where('id', '=', resellerId)
    .executeTakeFirstOrThrow()
}

export async function updateBrandColumns(db: Tx, resellerId: number, settings: Partial<BrandColumns>): Promise<void> {
  await db.kysely.updateTable('resellers').set(settings).where('id', '=', resellerId).execute()
}

/** False when it was already suspended for the same reason, or no other was given. */
export async function updateSuspended(
  db: Tx,
  resellerId: number,
  now: Date,
  suspendedReason: string | null,
): Promise<boolean> {
  const rows = await db.query({
    name: 'resellers.suspend',
    text: `update resellers set suspended_at = coalesce(suspended_at, $2), suspended_reason = $3
      where id = $1 and (suspended_at is null or ($3::text is not null and suspended_reason is distinct from $3))
      returning id`,
    values: [resellerId, now, suspendedReason],
  })
  return rows.length === 1
}

/** False when it was not suspended. */
export async function updateResumed(db: Tx, resellerId: number): Promise<boolean> {
  const result = await db.kysely
    .updateTable('resellers')
    .set({ suspendedAt: null, suspendedReason: null })
    .where('id', '=', resellerId)
    .where('suspendedAt', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function updateWhitelisted(db: Tx, resellerId: number, isWhitelisted: boolean): Promise<boolean> {
  const result = await db.kysely
    .updateTable('resellers')
    .set({ isWhitelisted })
    .where('id', '=', resellerId)
    .where('isWhitelisted', '!=', isWhitelisted)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function updateHasLifelines(db: Tx, resellerId: number, hasLifelines: boolean): Promise<boolean> {
  const result = await db.kysely
    .updateTable('resellers')
    .set({ hasLifelines })
    .where('id', '=', resellerId)
    .where('hasLifelines', '!=', hasLifelines)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export type DomainRow = { host: string; resellerId: number; isMain: boolean; verifiedAt: Date | null }

export async function findDomainRows(db: Db | Tx, resellerId: number | null): Promise<DomainRow[]> {
  let query = db.kysely.selectFrom('resellerDomains').select(['host', 'resellerId', 'isMain', 'verifiedAt'])
  if (resellerId !== null) query = query.where('resellerId', '=', resellerId)
  return query.orderBy('resellerId').orderBy('host').execute()
}

/**
 * Returns the host's owner after the insert. An unverified host goes to the last reseller that asks: otherwise one
 * reseller could block another's own host by naming it first.
 */
export async function insertDomain(db: Tx, resellerId: number, host: string, now: Date): Promise<DomainRow> {
  await db.query({
    name: 'resellers.add_domain',
    text: `insert into reseller_domains as d (host, reseller_id, created_at) values ($1, $2, $3)
           on conflict (host) do update set reseller_id = excluded.reseller_id, created_at = excluded.created_at
            where d.verified_at is null and d.reseller_id <> excluded.reseller_id`,
    values: [host, resellerId, now],
  })
  return db.kysely
    .selectFrom('resellerDomains')
    .select(['host', 'resellerId', 'isMain', 'verifiedAt'])
    .where('host', '=', host)
    .executeTakeFirstOrThrow()
}

export async function markDomainVerified(db: Tx, host: string, now: Date): Promise<void> {
  await db.kysely
    .updateTable('resellerDomains')
    .set({ verifiedAt: now })
    .where('host', '=', host)
    .where('verifiedAt', 'is', null)
    .execute()
}

/** Two statements in this order: the index that allows one main domain checks each row as it changes. */
export async function makeDomainMain(db: Tx, resellerId: number, host: string): Promise<void> {
  await db.kysely
    .updateTable('resellerDomains')
    .set({ isMain: false })
    .where('resellerId', '=', resellerId)
    .where('isMain', '=', true)
    .execute()
  await db.kysely
    .updateTable('resellerDomains')
    .set({ isMain: true })
    .where('resellerId', '=', resellerId)
    .where('host', '=', host)
    .execute()
}

/** Null when nobody has the host, or a reseller other than `asking` has it. */
export async function deleteDomain(db: Tx, host: string, asking: number | null): Promise<number | null> {
  let query = db.kysely.deleteFrom('resellerDomains').where('host', '=', host)
  if (asking !== null) query = query.where('resellerId', '=', asking)
  const row = await query.returning('resellerId').executeTakeFirst()
  return row?.resellerId ?? null
}
