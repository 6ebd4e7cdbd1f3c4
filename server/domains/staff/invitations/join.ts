import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { HOUR_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'
import { hasMail } from '../../../config.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { refuseWeakPassword } from '../../../platform/secrets/password-rules.ts'
import { hashPassword } from '../../../platform/secrets/passwords.ts'
import { staffSubject, writeAudit } from '../../audit/audit.ts'
import { guessStaffEmailCode, useCode } from '../../mail/guess-code.ts'
import { mailStaffEmailCode } from '../../mail/issue-code.ts'
import { paceStaffMail } from '../../mail/pace-staff-mail.ts'
import { officeBrand } from '../../resellers/office-brand.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { openStaffSession } from '../open-staff-session.ts'
import { countOwners, lockOwners, type RoleChoice } from '../team/queries.ts'
import {
  lockInviter,
  lockOwnerLinks,
  insertMember,
  loadInvitation,
  loadInviter,
  revokeOwnerLinks,
  useInvitation,
  type InvitationRow,
} from './queries.ts'
import { refuseOutOfOffice } from './refuse-out-of-office.ts'

type Join = typeof consoleApi.join
/** Only stops floods; the token itself has 256 bits. */
const LOOKS = { name: 'staff-join', points: 60, windowMs: 60_000 }
const CODES = { name: 'staff-join-code', points: staffLimits.codesPerInvitation, windowMs: HOUR_MS }
const CODES_PER_CALLER = { name: 'staff-join-caller', points: limits.mailCodesPerClient, windowMs: HOUR_MS }

export async function showInvitation(
  ctx: Ctx<'public'>,
  { token }: { token: string },
): Promise<Static<Join['show']['output']>> {
  const invitation = await getInvitation(ctx, token)
  const { resellerId, role, ownRole, email, expiresAt } = invitation
  return {
    reseller: resellerId === null ? null : await shownReseller(ctx, resellerId),
    role: role ?? ownRole ?? '',
    email,
    mail: hasMail(ctx.config),
    expiresAt: expiresAt.toISOString(),
  }
}

export async function sendJoinCode(ctx: Ctx<'public'>, input: { token: string; email: string }): Promise<void> {
  const invitation = await getInvitation(ctx, input.token)
  if (!hasMail(ctx.config)) fail('email.off')
  await takeOne(ctx, CODES_PER_CALLER, callerOf(ctx.client.address))
  await takeOne(ctx, CODES, invitation.id)
  const { id: invitationId, resellerId, invitedBy: by } = invitation
  await paceStaffMail(ctx, { resellerId, by, to: input.email, isProved: false })
  await mailStaffEmailCode(ctx, {
    resellerId: resellerId ?? 0,
    invitationId,
    email: input.email,
    language: ctx.language,
  })
}

/** Makes the member and signs them in. Everything behind the factor stays closed until one is set. */
export async function acceptInvitation(ctx: Ctx<'public'>, input: Static<Join['accept']['input']>): Promise<void> {
  const invitation = await getInvitation(ctx, input.token)
  const { resellerId } = invitation
  const brandTitle = resellerId === null ? null : (await shownReseller(ctx, resellerId)).title
  refuseWeakPassword(input.passWord, { userName: input.name, brandTitle })
  const proof = await proveEmail(ctx, invitation, input)
  const passwordHash = await hashPassword(input.passWord)
  await inTx(ctx, async (tx) => {
    const owners = await lockOwners(tx.db, resellerId)
    await refuseOutOfOffice(invitation, (id) => lockInviter(tx.db, id))
    if (owners.length === 0) await lockOwnerLinks(tx.db, resellerId)
    if (!(await useInvitation(tx.db, invitation.id, ctx.now))) fail('staff.invitation_gone')
    await refuseSecondFirst(tx, invitation)
    if (owners.length === 0 && invitation.role === 'owner') await revokeOwnerLinks(tx.db, resellerId, ctx.now)
    const member = {
      ...choiceOf(invitation),
      resellerId,
      name: input.name,
      email: input.email,
      emailVerifiedAt: proof === null ? null : ctx.now,
      passwordHash,
      language: ctx.language,
      createdAt: ctx.now,
    }
    const id = (await insertMember(tx.db, member)) ?? fail('account.taken')
    // With the member, so that a name that is taken costs no code.
    if (proof !== null && proof !== 'link' && !(await useCode(tx, proof))) fail('email.code_wrong')
    const actor = { name: staffSubject(id), address: ctx.client.address }
    const after = { name: input.name, role: invitation.role ?? invitation.ownRole ?? '' }
    const entry = { resellerId, actor, action: 'staff.joined', subject: staffSubject(id), after }
    await writeAudit(tx.db, { ...entry, detail: { invitedBy: invitation.invitedBy } }, ctx.now)
    await openStaffSession(tx, { id, resellerId, passwordHash }, { isJoining: true })
  })
}

/** A link from the agency's user is only for its first owner. */
async function refuseSecondFirst(ctx: Pick<Ctx, 'db'>, { invitedBy, resellerId }: InvitationRow): Promise<void> {
  if (invitedBy.startsWith('account:') && (await countOwners(ctx.db, resellerId)) > 0) fail('staff.invitation_gone')
}

/** Opening the mailed link proves that mailbox. Any other address needs a code, if the server can send mail. */
async function proveEmail(
  ctx: Ctx<'public'>,
  invitation: InvitationRow,
  { email, emailCode }: { email: string; emailCode?: string },
): Promise<'link' | { id: string } | null> {
  if (invitation.email !== null && invitation.email.toLowerCase() === email.toLowerCase()) return 'link'
  if (!hasMail(ctx.config)) return null
  if (emailCode === undefined) return fail('request.invalid', { fields: { emailCode: 'required' } })
  const named = { resellerId: invitation.resellerId ?? 0, id: invitation.id }
  const right = await guessStaffEmailCode(ctx, named, { code: emailCode, caller: callerOf(ctx.client.address) })
  return right?.email.toLowerCase() === email.toLowerCase() ? right : fail('email.code_wrong')
}

async function getInvitation(ctx: Ctx<'public'>, token: string): Promise<InvitationRow> {
  await takeOne(ctx, LOOKS, callerOf(ctx.client.address))
  const invitation = (await loadInvitation(ctx.db, sha256(token), ctx.now)) ?? fail('staff.invitation_gone')
  await refuseOutOfOffice(invitation, (id) => loadInviter(ctx.db, id))
  return invitation
}

async function shownReseller(ctx: Pick<Ctx, 'db'>, id: number) {
  const { title, accent } = officeBrand(id, await getReseller(ctx, id))
  return { id, title, accent }
}

function choiceOf({ role, roleId }: InvitationRow): RoleChoice {
  return role === null ? { role, roleId: roleId! } : { role, roleId: null }
}
