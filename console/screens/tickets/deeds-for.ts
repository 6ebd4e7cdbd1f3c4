import type { TicketDesk } from '../../../contract/console/tickets.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { TicketCategory, TicketDeed } from '../../../contract/ticket-choices.ts'
import { actionsFor } from '../../features/user/user-actions.ts'

export type DeedName = 'moveLine' | 'giveDay' | 'resetFeed' | 'resetCode' | 'ask'

/** What helps most with such a question, the most likely first. */
const byCategory: Record<TicketCategory, readonly DeedName[]> = {
  dead: ['moveLine', 'resetFeed', 'giveDay'],
  slow: ['moveLine', 'giveDay'],
  payment: ['ask', 'giveDay'],
  package: ['giveDay', 'ask'],
  account: ['resetCode', 'resetFeed'],
  other: ['moveLine', 'giveDay', 'resetFeed'],
}

/** The answer that says it was done. Asking the gateway finds out which of two it is. */
export const answerOf: Record<Exclude<DeedName, 'ask' | 'resetCode'>, TicketDeed> = {
  moveLine: 'moved',
  resetFeed: 'renewed',
  giveDay: 'given',
}

type Desk = Pick<TicketDesk, 'user' | 'payments'>
type Member = { may: (permission: Permission) => boolean; isOperator: boolean }

/** The deeds that fit the question, the user as it is now, and what this member may do. */
export function deedsFor(category: TicketCategory, { user, payments }: Desk, member: Member): DeedName[] {
  const actions = actionsFor(user, member)
  return byCategory[category].filter((name) => {
    if (name === 'ask') return member.may('orders.ask') && isUnpaid(payments)
    if (name === 'giveDay') return member.may('users.give') && user.package !== null && user.blockedReason === null
    return actions.includes(name)
  })
}

/** The last payment is the one that is asked about. */
function isUnpaid([last]: Desk['payments']): boolean {
  return last !== undefined && (last.state === 'pending' || last.state === 'closed')
}
