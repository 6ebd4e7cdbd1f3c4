import { consoleApi } from '../../../../contract/console/api.ts'
import { ticketDeeds, type TicketDeed } from '../../../../contract/ticket-choices.ts'
import { may, type Owner, type StaffCtx } from '../../../platform/context.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { getSeenTicket } from '../../tickets/answer-ticket.ts'
import { findLastPayments, loadDone } from './desk-queries.ts'
import { findLately } from './show-timeline.ts'
import { showUser } from './show-user.ts'

const LATELY = 4
const PAYMENTS = 2

/** Who wrote a ticket, as the user is now: what was sent along may be days old. */
export async function showDesk(
  ctx: StaffCtx,
  { ticketId }: { ticketId: number },
): Promise<AnswerOf<typeof consoleApi.tickets.desk>> {
  const { accountId, createdAt } = await getSeenTicket(ctx, ticketId)
  const owner = { resellerId: ctx.resellerId, accountId }
  const payments = may(ctx, 'orders.read') ? await findLastPayments(ctx.db, owner, PAYMENTS) : []
  return {
    user: await showUser(ctx, { id: accountId }),
    payments: payments.map(({ id, ...rest }) => ({ paymentId: id, ...rest })),
    lately: await findLately(ctx, owner, LATELY),
    done: await findDone(ctx, owner, createdAt),
  }
}

/** What an answer to a ticket of that moment may say was done. */
export async function findDone(ctx: Pick<StaffCtx, 'db'>, owner: Owner, since: Date): Promise<TicketDeed[]> {
  const done = await loadDone(ctx.db, owner, since)
  return ticketDeeds.filter((deed) => done[deed])
}
