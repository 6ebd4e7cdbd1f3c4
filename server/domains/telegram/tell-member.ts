import { inTx } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { findStaffHearers } from './binding-queries.ts'
import { queueMessage } from './queue-message.ts'

/** `key` names the message: the chat has it once. */
export type ToldMember = { team: number | null; staffId: number; key: string; text: string }

/** One member, if the chat is still bound. */
export async function tellMember(ctx: JobCtx, { team, staffId, key, text }: ToldMember): Promise<void> {
  await inTx(ctx, async (tx) => {
    const hearer = (await findStaffHearers(tx.db, team)).find((one) => one.staffId === staffId)
    if (!hearer) return
    const { id: bindingId, botId, resellerId, chatId } = hearer
    const link = `${ctx.config.publicUrl}/console`
    await queueMessage(tx, { botId, bindingId, resellerId, chatId, kind: 'figures', key, text: `${text}\n\n${link}` })
  })
}
