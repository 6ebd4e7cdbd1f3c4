import type { Queryable, Tx } from '../../platform/db.ts'

export type AgencyOwner = { resellerId: number; accountId: number }
type AgencyDetails = { owner: AgencyOwner; name: string; contact: string; orderId: string }

export async function updateAgency(
  db: Tx,
  id: number,
  { owner, name, contact, orderId }: AgencyDetails,
): Promise<void> {
  await db.query({
    name: 'resellers.make_agency',
    text: `update resellers set owner_reseller_id = $2, owner_account_id = $3, agency_name = $4, agency_contact = $5,
        contact = $5, opened_by_order = $6 where id = $1`,
    values: [id, owner.resellerId, owner.accountId, name, contact, orderId],
  })
}

/** Contacts are deleted together with the person who gave them. */
export async function updateOwner(db: Tx, id: number, owner: AgencyOwner | null): Promise<void> {
  await db.query({
    name: 'resellers.set_owner',
    text: `update resellers set owner_reseller_id = $2, owner_account_id = $3, agency_contact = null, contact = null
      where id = $1`,
    values: [id, owner?.resellerId ?? null, owner?.accountId ?? null],
  })
}

export type AgencyRow = {
  id: number
  agencyName: string | null
  isWhitelisted: boolean
  suspendedAt: Date | null
  createdAt: Date
}

export async function loadAgencyRow(db: Queryable, { resellerId, accountId }: AgencyOwner): Promise<AgencyRow | null> {
  const rows = await db.query<AgencyRow>({
    name: 'resellers.agency',
    text: `select id, agency_name, is_whitelisted, suspended_at, created_at from resellers
      where owner_reseller_id = $1 and owner_account_id = $2`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

/** The account that runs a reseller, with the name it gave it. */
export type NamedOwner = AgencyOwner & { name: string }

export async function loadOwnerRow(db: Queryable, id: number): Promise<NamedOwner | null> {
  const rows = await db.query<NamedOwner>({
    name: 'resellers.owner',
    text: `select owner_reseller_id as reseller_id, owner_account_id as account_id, coalesce(agency_name, '') as name
      from resellers where id = $1 and owner_account_id is not null`,
    values: [id],
  })
  return rows[0] ?? null
}

export async function loadOpenedBy(db: Queryable, orderId: string): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'resellers.opened_by',
    text: `select id from resellers where opened_by_order = $1`,
    values: [orderId],
  })
  return rows[0]?.id ?? null
}

/** Null for the platform's own resellers, which nobody's account runs. */
export async function loadOwnerName(db: Queryable, resellerId: number): Promise<string | null> {
  const rows = await db.query<{ userName: string }>({
    name: 'resellers.owner_name',
    text: `select a.user_name from resellers r join accounts a on a.reseller_id = r.owner_reseller_id and a.id = r.owner_account_id
      where r.id = $1`,
    values: [resellerId],
  })
  return rows[0]?.userName ?? null
}
