import { needsFactor } from '../../config.ts'
import { inTx, type StaffActor, type TxCtx } from '../../platform/context.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { admitsDemo } from '../../platform/secrets/demo-door.ts'
import { permissionsOf, roleNameOf } from '../staff/role-permissions.ts'
import { endReply, lockReply, type Reply } from '../telegram/replies.ts'
import { answerTicket } from './answer-ticket.ts'
import { loadChatTicket } from './chat-queries.ts'
import { chatWords } from './chat-words.ts'

/** A chat proves no factor: whatever asks for one is refused. */
const NEVER = new Date(0)

/**
 * The job after a member replied to a message in Telegram. Who that is and what they may do is looked up again for each
 * reply; a refusal is a sentence in the chat and changes nothing.
 */
export async function takeChatReply(ctx: JobCtx, { replyId }: { replyId: number }): Promise<void> {
  try {
    await inTx(ctx, (tx) => answerByChat(tx, replyId))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await inTx(ctx, async (tx) => {
      const reply = await lockReply(tx.db, replyId)
      if (reply && reply.text !== null) await endReply(tx, reply, refusalText(reply, error))
    })
  }
}

async function answerByChat(tx: TxCtx, replyId: number): Promise<void> {
  const reply = await lockReply(tx.db, replyId)
  if (!reply || reply.text === null) return
  const ticket = await loadChatTicket(tx.db, reply.messageId)
  if (!ticket) return endReply(tx, reply, chatWords[reply.language].notThis)
  const actor = memberOf(tx, reply)
  checkMay(actor, ticket.resellerId)
  const client = { address: '', userAgent: 'Telegram', host: '', appKey: null, isLocal: false }
  const staffTx = { ...tx, actor, client, resellerId: ticket.resellerId }
  await answerTicket(staffTx, { ticketId: ticket.ticketId, text: reply.text })
  await endReply(tx, reply, chatWords[reply.language].answered(ticket.ticketId))
}

/** As the console's guard does for each call; a chat is never on this machine, but the sandbox's polls are. */
function memberOf({ config }: TxCtx, reply: Reply): StaffActor {
  const { staffId, staffName: name, resellerId, bindingId: sessionId } = reply
  if (reply.isEnded || !admitsDemo(config, reply.isDemo)) fail('staff.forbidden')
  if (!reply.hasFactor && needsFactor(config, { isLocal: true })) fail('staff.factor_required')
  const role = { roleName: roleNameOf(reply), permissions: permissionsOf(reply) }
  return { kind: 'staff', staffId, name, resellerId, sessionId, provedAt: NEVER, ...role }
}

function checkMay({ permissions, resellerId: team }: StaffActor, resellerId: number): void {
  if (!permissions.has('tickets.answer')) fail('staff.forbidden')
  if (team !== null && team !== resellerId) fail('object.unknown')
  if (team === null && resellerId !== 0 && !permissions.has('resellers.enter')) fail('staff.forbidden')
}

function refusalText({ language }: Reply, { code }: Refusal): string {
  const words = chatWords[language]
  if (code === 'help.wrong_state') return words.closed
  return code === 'request.invalid' ? words.tooLong : words.refused
}
