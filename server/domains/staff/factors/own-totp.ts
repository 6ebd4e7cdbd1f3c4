import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { countOne, giveBack, refuseTooMany } from '../../../platform/limits/limits.ts'
import { officeBrand } from '../../resellers/office-brand.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { makeTotpSecret, stepOfCode, totpUri } from '../../sign-in/totp.ts'
import { loadStaff } from '../queries.ts'
import { sealStaffSecret, unsealStaffSecret } from '../totp-secret.ts'
import { changeOwnFactor, firstRecoveryCodes, keepOneFactor } from './change-own-factor.ts'
import { clearStaffSecret, confirmStaffSecret, storeStaffSecret } from './queries.ts'

/** Counted per secret: a new secret needs a fresh proof, so a member who begins again never has to wait. */
const WRONG_CODES = { name: 'staff-totp-confirm', points: 10, windowMs: 3_600_000 }

/** Makes a new secret each time; only this answer ever shows it. It protects nothing until it is confirmed. */
export async function beginStaffTotp(ctx: StaffCtx<'any'>): Promise<{ secret: string; uri: string }> {
  const { staffId, name, resellerId } = ctx.actor
  const secret = makeTotpSecret()
  if (!(await storeStaffSecret(ctx.db, staffId, sealStaffSecret(ctx.config, staffId, secret)))) fail('factor.exists')
  const office = resellerId === null ? 'Yuxian' : officeBrand(resellerId, await getReseller(ctx, resellerId)).title
  return { secret, uri: totpUri(secret, { issuer: `${office} Console`, userName: name }) }
}

export async function confirmStaffTotp(
  ctx: StaffCtx<'any'>,
  input: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { staffId } = ctx.actor
  const member = (await loadStaff(ctx.db, staffId)) ?? fail('auth.required')
  if (member.totpConfirmedAt) fail('factor.exists')
  const secret = member.totpSecret ?? fail('factor.missing')
  const key = secret.toString('base64')
  const count = await countOne(ctx, WRONG_CODES, key)
  if (count.isOver) refuseTooMany(count)
  const plain = unsealStaffSecret(ctx.config, staffId, secret)
  const step = stepOfCode(plain, input.code.replaceAll(/\s/g, ''), ctx.now) ?? fail('auth.totp_wrong')
  await giveBack(ctx, WRONG_CODES, key)
  const recoveryCodes = await changeOwnFactor(ctx, { action: 'staff.totp_turned_on' }, async (tx) => {
    if (!(await confirmStaffSecret(tx.db, staffId, { secret, step, now: ctx.now }))) fail('auth.totp_wrong')
    return firstRecoveryCodes(tx)
  })
  return { recoveryCodes }
}

export async function removeStaffTotp(ctx: StaffCtx<'any'>): Promise<void> {
  await changeOwnFactor(ctx, { action: 'staff.totp_turned_off' }, async (tx) => {
    if (!(await clearStaffSecret(tx.db, ctx.actor.staffId))) fail('factor.missing')
    await keepOneFactor(tx)
  })
}
