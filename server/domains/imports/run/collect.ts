import type { SourceNode, SourcePlan, SourceUser } from '../neutral.ts'
import { readNode } from '../panels/read-node.ts'
import { readPlan } from '../panels/read-plan.ts'
import { readUser } from '../panels/read-user.ts'
import { isNodeTable } from '../panels/tables.ts'
import type { Row } from '../reader/row.ts'

/**
 * The rows of a source that come over, as far as the import needs them: about 1 KB for a user. The first of two with one
 * number counts.
 */
export class SourceRows {
  readonly users = new Map<number, SourceUser>()
  readonly plans = new Map<number, SourcePlan>()
  /** By what agents know them by. */
  readonly nodes = new Map<string, SourceNode>()
  /** The first free code of each user. */
  readonly inviteCodes = new Map<number, string>()

  take(row: Row): void {
    if (row.table === 'v2_user') keepFirst(this.users, readUser(row))
    else if (row.table === 'v2_plan') keepFirst(this.plans, readPlan(row))
    else if (row.table === 'v2_invite_code') this.#takeInviteCode(row)
    else if (isNodeTable(row.table)) this.#takeNode(row)
  }

  /** The nodes that users of a group see. What shares another node's agent is an address of that one. */
  nodesOf(groupId: number | null): SourceNode[] {
    if (groupId === null) return []
    return [...this.nodes.values()].filter(
      (node) => node.isShown && node.parentId === null && node.groupIds.includes(groupId),
    )
  }

  #takeNode(row: Row): void {
    const node = readNode(row)
    if (node && !this.nodes.has(node.key)) this.nodes.set(node.key, node)
  }

  #takeInviteCode(row: Row): void {
    const userId = row.number('user_id')
    const code = row.text('code') ?? ''
    const isFree = row.number('status') === 0 && /^[A-Za-z0-9]{4,32}$/.test(code)
    if (userId !== null && isFree && !this.inviteCodes.has(userId)) this.inviteCodes.set(userId, code)
  }
}

function keepFirst<T extends { id: number }>(known: Map<number, T>, thing: T | null): void {
  if (thing && !known.has(thing.id)) known.set(thing.id, thing)
}
