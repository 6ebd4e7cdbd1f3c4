import type { ReminderKind } from '../../../contract/notices.ts'
import type { TelegramKind } from '../../../contract/telegram-kinds.ts'
import { inTx, type Owner } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { loadNoticeText } from '../notices/own-notices.ts'
import { resellerLinks } from '../resellers/reseller-by-host.ts'
import { loadUserHearer } from './binding-queries.ts'
import { queueMessage } from './queue-message.ts'

export type ToldNotice = Owner & { noticeId: number; kind: ReminderKind }

/** A receipt is for the mailbox; Telegram is for what asks for something. */
const KINDS: Partial<Record<ReminderKind, { kind: TelegramKind; page: string }>> = {
  ends: { kind: 'ends', page: '/user/tcBuy' },
  renewal: { kind: 'ends', page: '/user/userPay' },
  traffic: { kind: 'traffic', page: '/user/tcBuy' },
  answer: { kind: 'answers', page: '/user/customer_service' },
}

/** The job after each reminder. A user who is not bound, or does not want this kind, has it by bell and mail. */
export async function tellUser(ctx: JobCtx, { noticeId, kind: reminded, ...owner }: ToldNotice): Promise<void> {
  const told = KINDS[reminded]
  if (!told) return
  await inTx(ctx, async (tx) => {
    const hearer = await loadUserHearer(tx.db, owner)
    if (!hearer || hearer.muted.includes(told.kind)) return
    const text = await loadNoticeText(tx, owner, noticeId)
    if (!text) return
    const linkTo = await resellerLinks(tx, owner.resellerId)
    const { id: bindingId, botId, chatId } = hearer
    const to = { botId, bindingId, resellerId: owner.resellerId, chatId }
    const words = [text.title, text.body, linkTo(told.page)].filter((part) => part !== '').join('\n\n')
    await queueMessage(tx, { ...to, kind: told.kind, key: `notice:${noticeId}`, text: words })
  })
}
