import { maskAddress } from '../../../../contract/mask.ts'
import { hasMail } from '../../../config.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { staffActor, writeAudit } from '../../audit/audit.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { resellerSubject } from '../../resellers/add-reseller.ts'
import { getOwnAddress } from '../../staff/own-address.ts'

const TEST_MAILS = { name: 'brand-test-mail', points: 5, windowMs: 3_600_000 }

/** Sends in the reseller's brand, only to the member's own proven address: nobody can mail strangers from here. */
export async function sendTestMail(ctx: StaffCtx): Promise<{ to: string }> {
  if (!hasMail(ctx.config)) fail('email.off')
  const { staffId, name: member } = ctx.actor
  const { email: to, language } = await getOwnAddress(ctx)
  if (to === null) fail('email.not_bound')
  await takeOne(ctx, TEST_MAILS, String(staffId))
  const { resellerId, now } = ctx
  await inTx(ctx, async (tx) => {
    const params = { member, at: now.toISOString() }
    await queueMail(tx, { resellerId, accountId: null, to, language, template: 'staff_brand_test', params })
    const entry = { resellerId, actor: staffActor(ctx), action: 'reseller.mail_tested' }
    const detail = { to: maskAddress(to) }
    await writeAudit(tx.db, { ...entry, subject: resellerSubject(resellerId), detail }, now)
  })
  return { to }
}
