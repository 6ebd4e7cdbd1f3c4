import { reminderOf, type ReminderKind } from '../../../contract/events.ts'
import { inTx, type Owner } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { loadNoticeText } from '../notices/own-notices.ts'
import { resellerLinks } from '../resellers/reseller-by-host.ts'
import { loadUserHearer } from './binding-queries.ts'
import { queueMessage } from './queue-message.ts'

export type ToldNotice = Owner & { noticeId: number; kind: ReminderKind }

/** The job after each reminder. A user who is not bound, or does not want this kind, has it by bell and mail. */
export async function tellUser(ctx: JobCtx, { noticeId, kind: reminded, ...owner }: ToldNotice): Promise<void> {
  const { telegram: kind, page } = reminderOf(reminded)
  if (!kind) return
  await inTx(ctx, async (tx) => {
    const hearer = await loadUserHearer(tx.db, owner)
    if (!hearer || hearer.muted.includes(kind)) return
    const text = await loadNoticeText(tx, owner, noticeId)
    if (!text) return
    const linkTo = await resellerLinks(tx, owner.resellerId)
    const { id: bindingId, botId, chatId } = hearer
    const to = { botId, bindingId, resellerId: owner.resellerId, chatId }
    const words = [text.title, text.body, linkTo(page)].filter((part) => part !== '').join('\n\n')
    await queueMessage(tx, { ...to, kind, key: `notice:${noticeId}`, text: words })
  })
}
