import type { Agency } from '../../../contract/agencies.ts'
import { writeAppKey } from '../../../contract/app-key.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { accountSubject, writeAudit, type AuditActor, type AuditWords } from '../audit/audit.ts'
import { addNext, resellerSubject } from './add-reseller.ts'
import { forgetPayee } from './payee-account.ts'
import { resellerLinks } from './reseller-by-host.ts'
import { getReseller } from './reseller-config.ts'

type AgencyOwner = { resellerId: number; accountId: number }
type AgencyDetails = { owner: AgencyOwner; name: string; contact: string; orderId: string }

/** The reseller that an account runs, as its owner sees it. */
export async function loadAgency(ctx: Pick<Ctx, 'db' | 'config'>, owner: AgencyOwner): Promise<Agency | null> {
  const row = await loadAgencyRow(ctx.db, owner)
  if (!row) return null
  const linkTo = await resellerLinks(ctx, row.id)
  return {
    daili_id: row.id,
    app_key: writeAppKey(row.id),
    name: row.agencyName ?? '',
    portalUrl: linkTo('/login'),
    approved: row.isWhitelisted,
    suspended: row.suspendedAt !== null,
    openedAt: row.createdAt.toISOString(),
  }
}

export async function ownsAgency(ctx: { db: Queryable }, owner: AgencyOwner): Promise<boolean> {
  return (await loadAgencyRow(ctx.db, owner)) !== null
}

/** The agency that an order opened. */
export async function loadAgencyOfOrder(ctx: { db: Queryable }, orderId: string): Promise<number | null> {
  const rows = await ctx.db.query<{ id: number }>({
    name: 'resellers.opened_by',
    text: `select id from resellers where opened_by_order = $1`,
    values: [orderId],
  })
  return rows[0]?.id ?? null
}

/** The account that runs a reseller; null for the platform's own resellers. */
export async function loadAgencyOwner(ctx: { db: Queryable }, resellerId: number): Promise<NamedOwner | null> {
  const rows = await ctx.db.query<NamedOwner>({
    name: 'resellers.owner',
    text: `select owner_reseller_id as reseller_id, owner_account_id as account_id, coalesce(agency_name, '') as name
      from resellers where id = $1 and owner_account_id is not null`,
    values: [resellerId],
  })
  return rows[0] ?? null
}

type NewAgency = { owner: AgencyOwner; orderId: string; name: string; contact: string }

/** Makes a reseller for a user account, off the whitelist until the operator approves it. */
export async function createAgency(ctx: { db: Tx; now: Date }, agency: NewAgency): Promise<{ resellerId: number }> {
  const resellerId = await addNext(ctx, ctx.now)
  await updateAgency(ctx.db, resellerId, agency)
  const { owner, orderId } = agency
  const actor = accountSubject(owner.accountId)
  const detail = { ownerResellerId: owner.resellerId, orderId }
  const entry = { resellerId, actor, action: 'reseller.opened', subject: resellerSubject(resellerId), detail }
  await writeAudit(ctx.db, entry, ctx.now)
  return { resellerId }
}

/** Null: the platform runs the reseller from now on. */
export async function changeOwner(
  ctx: Pick<Ctx, 'now'> & { db: Tx },
  resellerId: number,
  owner: AgencyOwner | null,
  actor: AuditActor,
): Promise<void> {
  await getReseller(ctx, resellerId)
  const before = await loadAgencyOwner(ctx, resellerId)
  await updateOwner(ctx.db, resellerId, owner)
  await forgetPayee(ctx, resellerId)
  const entry = { resellerId, actor, action: 'reseller.owner_changed', subject: resellerSubject(resellerId) }
  await writeAudit(ctx.db, { ...entry, before: ownerWords(before), after: ownerWords(owner) }, ctx.now)
}

function ownerWords(owner: AgencyOwner | null): AuditWords {
  return { ownerReseller: owner?.resellerId ?? null, ownerAccount: owner?.accountId ?? null }
}

async function updateAgency(db: Tx, id: number, { owner, name, contact, orderId }: AgencyDetails): Promise<void> {
  await db.query({
    name: 'resellers.make_agency',
    text: `update resellers set owner_reseller_id = $2, owner_account_id = $3, agency_name = $4, agency_contact = $5,
        contact = $5, opened_by_order = $6 where id = $1`,
    values: [id, owner.resellerId, owner.accountId, name, contact, orderId],
  })
}

/** Deletes the contacts together with the person who gave them. */
async function updateOwner(db: Tx, id: number, owner: AgencyOwner | null): Promise<void> {
  await db.query({
    name: 'resellers.set_owner',
    text: `update resellers set owner_reseller_id = $2, owner_account_id = $3, agency_contact = null, contact = null
      where id = $1`,
    values: [id, owner?.resellerId ?? null, owner?.accountId ?? null],
  })
}

type AgencyRow = {
  id: number
  agencyName: string | null
  isWhitelisted: boolean
  suspendedAt: Date | null
  createdAt: Date
}

async function loadAgencyRow(db: Queryable, { resellerId, accountId }: AgencyOwner): Promise<AgencyRow | null> {
  const rows = await db.query<AgencyRow>({
    name: 'resellers.agency',
    text: `select id, agency_name, is_whitelisted, suspended_at, created_at from resellers
      where owner_reseller_id = $1 and owner_account_id = $2`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

/** The account that runs a reseller, with the agency's name. */
type NamedOwner = AgencyOwner & { name: string }
