import type { StaffCtx } from '../../../platform/context.ts'
import { markdownBlocks, plainLines } from '../../notices/markdown-blocks.ts'
import { checkNotice } from '../../notices/operator.ts'
import { resellerSubject } from '../../resellers/add-reseller.ts'
import { mailToSelf } from '../../staff/mail-to-self.ts'

const limit = { name: 'notice-trial', points: 20 }

/** Refuses what publishing would refuse. */
export function sendToMe(ctx: StaffCtx, input: { title: string; body: string }): Promise<{ to: string }> {
  const [title, body] = [input.title.trim(), input.body.trim()]
  checkNotice({ title, body, titles: {}, bodies: {}, publishedAt: ctx.now, expiresAt: null }, ctx.now)
  const text = plainLines(markdownBlocks(body)).join('\n')
  const audit = { action: 'notice.tried', subject: resellerSubject(ctx.resellerId) }
  return mailToSelf(ctx, { limit, letter: ['staff_notice_trial', { title, text }], audit })
}
