import { HOUR_MS } from '../../../contract/durations.ts'
import { maskAddress } from '../../../contract/mask.ts'
import { hasMail } from '../../config.ts'
import { inTx, type StaffCtx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne } from '../../platform/limits/limits.ts'
import { staffActor, writeAudit } from '../audit/audit.ts'
import type { Letter } from '../mail/mail-templates.ts'
import { queueMail, type QueuedMail } from '../mail/queue-mail.ts'
import { getOwnAddress } from './own-address.ts'

type Trial = {
  limit: { name: string; points: number }
  letter: Letter
  audit: { action: string; subject: string }
}

/** In the reseller's brand, only to the member's own proven address: nobody can mail strangers from here. */
export async function mailToSelf(ctx: StaffCtx, { limit, letter, audit }: Trial): Promise<{ to: string }> {
  if (!hasMail(ctx.config)) fail('email.off')
  const { email: to, language } = await getOwnAddress(ctx)
  if (to === null) fail('email.not_bound')
  await takeOne(ctx, { ...limit, windowMs: HOUR_MS }, String(ctx.actor.staffId))
  const { resellerId, now } = ctx
  const [template, params] = letter
  await inTx(ctx, async (tx) => {
    const reader = { resellerId, accountId: null, to, language, readerName: ctx.actor.name }
    await queueMail(tx, { ...reader, template, params } as QueuedMail)
    const entry = { resellerId, actor: staffActor(ctx), ...audit, detail: { to: maskAddress(to) } }
    await writeAudit(tx.db, entry, now)
  })
  return { to }
}
