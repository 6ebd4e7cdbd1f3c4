import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { loadUserName } from './queries.ts'
import { spendTicket } from './spend-ticket.ts'

/** A partner's page learns whose page it is to show, this one time. */
export async function redeemTicket(ctx: Ctx<'partner'>, input: { ticket: string }) {
  const audience = 'usage'
  const owner = await spendTicket(ctx, input.ticket, audience)
  const userName = (await loadUserName(ctx.db, owner)) ?? fail('object.unknown')
  return { userName, dailiKey: owner.resellerId, audience }
}
