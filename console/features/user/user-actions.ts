import type { ShownUser } from '../../../contract/console/user-fields.ts'
import type { Permission } from '../../../contract/permissions.ts'

const names = [
  'message',
  'pause',
  'resume',
  'resetCode',
  'moveLine',
  'unlock',
  'clearFactor',
  'endSessions',
  'resetFeed',
  'unblock',
  'block',
  'keep',
  'delete',
] as const
export type ActionName = (typeof names)[number]

const needs: Record<ActionName, Permission> = {
  message: 'notices.write',
  pause: 'users.write',
  resume: 'users.write',
  resetCode: 'users.help',
  moveLine: 'users.help',
  unlock: 'users.help',
  clearFactor: 'users.factor',
  endSessions: 'users.write',
  resetFeed: 'users.help',
  unblock: 'users.write',
  block: 'users.write',
  keep: 'users.write',
  delete: 'users.write',
}
/** Only the operator may do these if the account runs an agency. */
const guarded: readonly ActionName[] = ['resetCode', 'unlock', 'clearFactor', 'unblock', 'block', 'delete']

type ActedOn = Pick<
  ShownUser,
  | 'state'
  | 'lines'
  | 'pausedAt'
  | 'lockedAt'
  | 'hasTotp'
  | 'blockedReason'
  | 'deletionByStaff'
  | 'deleteAfter'
  | 'ownsAgency'
>
type Member = { may: (permission: Permission) => boolean; isOperator: boolean }

/** What this member may do with this user now. */
export function actionsFor(user: ActedOn, { may, isOperator }: Member): ActionName[] {
  return names.filter(
    (name) => may(needs[name]) && fits(name, user) && (isOperator || !user.ownsAgency || !guarded.includes(name)),
  )
}

/** Whether the action makes sense in the user's current state. */
function fits(name: ActionName, user: ActedOn): boolean {
  switch (name) {
    case 'pause':
      return user.state === 'active' && user.pausedAt === null
    case 'moveLine':
      return user.state === 'active' && user.lines.length > 0
    case 'resume':
      return user.pausedAt !== null && user.blockedReason === null
    case 'unlock':
      return user.lockedAt !== null
    case 'clearFactor':
      return user.hasTotp
    case 'unblock':
      return user.blockedReason !== null
    case 'block':
      return user.blockedReason === null
    case 'keep':
      return user.deletionByStaff && user.deleteAfter !== null
    case 'delete':
      return user.deleteAfter === null
    default:
      return true
  }
}
