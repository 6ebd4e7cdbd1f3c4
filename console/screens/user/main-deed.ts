import type { ShownUser } from '../../../contract/console/user-fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { isWorking, lineLook } from '../../../ui/components/line-look.ts'
import { actionsFor } from '../../features/user/user-actions.ts'

export type MainDeed = 'unblock' | 'resume' | 'sell' | 'moveLine' | 'tutorial' | 'give'
type Member = { may: (permission: Permission) => boolean; isOperator: boolean }

/** What this user needs most now, of what this member may do; null when nothing is left to do. */
export function mainDeed(user: ShownUser, member: Member): MainDeed | null {
  const actions = actionsFor(user, member)
  const { may } = member
  if (user.blockedReason !== null) return actions.includes('unblock') ? 'unblock' : null
  if (user.pausedAt !== null) return actions.includes('resume') ? 'resume' : null
  if ((user.state === 'none' || user.state === 'expired') && may('users.give')) return 'sell'
  if (actions.includes('moveLine') && isBroken(user)) return 'moveLine'
  if (user.package !== null && user.firstConnectedAt === null && actions.includes('message')) return 'tutorial'
  return may('users.give') ? 'give' : null
}

/** Whether no line carries the user, because of their nodes: a line that ended with the plan is none of that. */
function isBroken({ lines }: Pick<ShownUser, 'lines'>): boolean {
  return lines.length > 0 && lines.every((line) => !isWorking(lineLook(line).word)) && lines.some(isNodeDown)
}
const isNodeDown = ({ nodeState, reason, state }: ShownUser['lines'][number]) =>
  nodeState === 'down' || state === 'failed' || reason === 'node'
