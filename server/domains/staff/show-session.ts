import type { ConsoleSession } from '../../../contract/console/session.ts'
import { hasMail, needsFactor } from '../../config.ts'
import { may, type StaffCtx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { staffActor, staffSubject, writeAudit } from '../audit/audit.ts'
import { officeBrand } from '../resellers/office-brand.ts'
import { getReseller } from '../resellers/reseller-config.ts'
import { reasonFor } from '../resellers/suspension-reason.ts'
import { countStaffRecoveryCodes, findEnterable, loadOffice, loadStaff, type StaffLogin } from './queries.ts'
import { loadSessionEnd } from './session-queries.ts'

/** The longest list to choose from; the resellers screen has all of them. */
const ENTERABLE_MAX = 500

/** Everything the console's frame needs, in one answer. */
export async function showSession(ctx: StaffCtx<'any'>): Promise<ConsoleSession> {
  const { actor } = ctx
  const member = (await loadStaff(ctx.db, actor.staffId)) ?? fail('auth.required')
  const endsAt = (await loadSessionEnd(ctx.db, actor.sessionId)) ?? fail('auth.required')
  if (actor.resellerId === null) await noteOffice(ctx)
  return {
    member: { id: actor.staffId, name: actor.name, email: member.email, role: actor.roleName },
    scope: actor.resellerId === null ? 'platform' : 'reseller',
    permissions: [...actor.permissions],
    factor: await factorOf(ctx, member),
    reseller: ctx.resellerId === null ? null : await officeOf(ctx, ctx.resellerId),
    resellers: actor.resellerId === null && may(ctx, 'resellers.enter') ? await enterable(ctx) : [],
    sandbox: ctx.config.mode === 'sandbox',
    mail: hasMail(ctx.config),
    endsAt: endsAt.toISOString(),
  }
}

/** Records that platform staff enter or leave a reseller's office, once each, however often the page loads. */
async function noteOffice(ctx: StaffCtx<'any'>): Promise<void> {
  const { resellerId } = ctx
  const last = await loadOffice(ctx.db, staffSubject(ctx.actor.staffId))
  const isIn = resellerId !== null
  if (isIn ? last?.isIn && last.resellerId === resellerId : !last?.isIn) return
  const where = isIn ? resellerId : last!.resellerId
  const entry = { resellerId: where, actor: staffActor(ctx), subject: `reseller:${where}` }
  await writeAudit(ctx.db, { ...entry, action: isIn ? 'office.entered' : 'office.left' }, ctx.now)
}

async function factorOf(ctx: StaffCtx<'any'>, member: StaffLogin): Promise<ConsoleSession['factor']> {
  const totp = member.totpConfirmedAt !== null
  return {
    required: needsFactor(ctx.config, ctx.client) && !totp && member.passkeys === 0,
    totp,
    passkeys: member.passkeys,
    recoveryCodesLeft: await countStaffRecoveryCodes(ctx.db, member.id),
  }
}

async function officeOf(ctx: StaffCtx<'any'>, id: number): Promise<ConsoleSession['reseller']> {
  const reseller = await getReseller(ctx, id)
  const { title, icon, accent } = officeBrand(id, reseller)
  const suspended = reseller.suspendedAt !== null
  return { id, title, icon, accent, suspended, suspendedReason: reasonFor(reseller, ctx.language) }
}

async function enterable(ctx: StaffCtx<'any'>): Promise<ConsoleSession['resellers']> {
  const rows = await findEnterable(ctx.db, ENTERABLE_MAX)
  return rows.map((row) => ({ id: row.id, title: officeBrand(row.id, row).title, suspended: row.isSuspended }))
}
