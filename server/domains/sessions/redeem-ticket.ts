import type { Ctx } from '../../platform/context.ts'
import { getUserInfo } from '../accounts/user-info.ts'
import { spendTicket } from './spend-ticket.ts'

/** A partner's page learns whose page it is to show, this one time. */
export async function redeemTicket(ctx: Ctx<'partner'>, input: { ticket: string }) {
  const audience = 'usage'
  const owner = await spendTicket(ctx, input.ticket, audience)
  const { iuser } = await getUserInfo(ctx, owner)
  return { userName: iuser, dailiKey: owner.resellerId, audience }
}
