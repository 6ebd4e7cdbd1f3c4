import type { Tx } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import { findNodes } from '../../nodes/load-node.ts'
import { findNodeProblems, type NodeWish } from '../../nodes/node-fields.ts'
import { addNode } from '../../nodes/operator.ts'
import { withServerKey } from '../../nodes/server-key.ts'
import type { SourceNode } from '../neutral.ts'
import { markOf, type ImportCtx, type Work } from './context.ts'
import { behindRelay, freeNodeName, wishOf } from './node-wish.ts'
import { findThings, saveThings } from './queries.ts'

/** Each node that our settings can say. The others are named with what does not fit. */
export async function bringNodes(ctx: ImportCtx & { db: Tx }, work: Work): Promise<void> {
  const known = new Map((await findThings(ctx.db, work, 'node')).map((thing) => [thing.oldKey, thing]))
  const names = new Set((await findNodes(ctx)).map(({ name }) => name))
  const all = [...work.rows.nodes.values()]
  const groups = countGroups(work)
  for (const node of all.filter(({ parentId }) => parentId === null)) {
    const oldKey = node.key.slice(0, 60)
    const mark = markOf(ctx, [node.name, node.address, node.port, node.serverPort, node.ratePercent, node.settings])
    const thing = known.get(oldKey)
    if (thing) {
      if (thing.marks['node'] !== mark) work.brought.nodesLeft.push(`${node.key}: changed at the source`)
      continue
    }
    const users = node.groupIds.reduce((sum, groupId) => sum + (groups.get(groupId) ?? 0), 0)
    const children = all.filter((child) => child.parentId === node.id && child.type === node.type)
    const wish = wishOf(node, { resellerId: work.resellerId, name: freeNodeName(node, names), users, children })
    const id = await addOne(ctx, work, node, wish)
    if (id === null) continue
    work.brought.nodes++
    const made = { oldKey, ourKey: String(id), marks: { node: mark }, balanceFen: 0, commissionFen: 0, turn: 0 }
    await saveThings(ctx.db, work, 'node', [made])
  }
}

function countGroups({ rows }: Work): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { groupId } of rows.users.values())
    if (groupId !== null) counts.set(groupId, (counts.get(groupId) ?? 0) + 1)
  return counts
}

async function addOne(
  ctx: ImportCtx & { db: Tx },
  work: Work,
  node: SourceNode,
  wish: NodeWish,
): Promise<number | null> {
  const problems = [
    ...fatalLacks(node),
    ...Object.entries(findNodeProblems(checked(wish))).map(([field, problem]) => `${field} ${problem}`),
  ]
  if (problems.length > 0) {
    work.brought.nodesLeft.push(`${node.key}: ${problems.slice(0, 3).join('; ')}`)
    return null
  }
  try {
    return await addNode(ctx, wish, ctx.actor)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'node.port_taken')
      return addNode(ctx, behindRelay(wish, node.key), ctx.actor)
    throw error
  }
}

const checked = (wish: NodeWish): NodeWish => ({ ...wish, settings: withServerKey(wish.settings) })

/** Without these no client of the node connects. A range of ports, a rate or rules are only lost. */
function fatalLacks({ lacks }: SourceNode): string[] {
  return lacks.filter((lack) => /^(?:protocol|network|cipher|obfs|encryption|an address)/.test(lack))
}
