import type { Agency } from '../../../contract/agencies.ts'
import { writeAppKey } from '../../../contract/app-key.ts'
import { accountSubject, writeAudit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import { addNext, resellerSubject } from './add-reseller.ts'
import {
  loadAgencyRow,
  loadOpenedBy,
  loadOwnerRow,
  type AgencyOwner,
  type NamedOwner,
  updateAgency,
  updateOwner,
} from './agency-queries.ts'
import { forgetPayee } from './payee-account.ts'
import { getReseller } from './reseller-config.ts'
import { resellerLinks } from './reseller-by-host.ts'

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

/** The agency that an order has opened. */
export function loadAgencyOfOrder(ctx: { db: Queryable }, orderId: string): Promise<number | null> {
  return loadOpenedBy(ctx.db, orderId)
}

/** Who runs a reseller; null for the platform's own. */
export function loadAgencyOwner(ctx: { db: Queryable }, resellerId: number): Promise<NamedOwner | null> {
  return loadOwnerRow(ctx.db, resellerId)
}

type NewAgency = { owner: AgencyOwner; orderId: string; name: string; contact: string }

/** A reseller of its own for a user account, off the whitelist until the operator approves it. */
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

/** Null: the platform runs it from now on. */
export async function changeOwner(
  ctx: Pick<Ctx, 'now'> & { db: Tx },
  resellerId: number,
  owner: AgencyOwner | null,
  actor: string,
): Promise<void> {
  await getReseller(ctx, resellerId)
  await updateOwner(ctx.db, resellerId, owner)
  await forgetPayee(ctx, resellerId)
  const entry = { resellerId, actor, action: 'reseller.owner_changed', subject: resellerSubject(resellerId) }
  const detail = { ownerReseller: owner?.resellerId ?? null, ownerAccount: owner?.accountId ?? null }
  await writeAudit(ctx.db, { ...entry, detail }, ctx.now)
}
