import type { Tx } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import { findNodes, loadNode } from '../../nodes/load-node.ts'
import { findNodeProblems, type NodeWish } from '../../nodes/node-fields.ts'
import { addNode, updateNode } from '../../nodes/operator.ts'
import { withServerKey } from '../../nodes/server-key.ts'
import type { SourceNode } from '../neutral.ts'
import { keepHere, markOf, type ImportCtx, type Work } from './context.ts'
import { behindRelay, freeNodeName, wishOf } from './node-wish.ts'
import { findThings, saveThings, type Thing } from './queries.ts'

type TxCtx = ImportCtx & { db: Tx }
type NodeHere = Awaited<ReturnType<typeof findNodes>>[number]

/**
 * Each node that our settings can say. The others are named with what does not fit. What was changed there since follows,
 * unless the node was changed here too.
 */
export async function bringNodes(ctx: TxCtx, work: Work): Promise<void> {
  const known = new Map((await findThings(ctx.db, work, 'node')).map((thing) => [thing.oldKey, thing]))
  const here = await findNodes(ctx)
  const names = new Set(here.map(({ name }) => name))
  const all = [...work.rows.nodes.values()]
  const groups = countGroups(work)
  for (const node of all.filter(({ parentId }) => parentId === null)) {
    const oldKey = node.key.slice(0, 60)
    const children = all.filter((child) => child.parentId === node.id && child.type === node.type)
    const users = node.groupIds.reduce((sum, groupId) => sum + (groups.get(groupId) ?? 0), 0)
    const mark = sourceMark(ctx, node, children)
    const thing = known.get(oldKey)
    const before = thing && here.find(({ id }) => String(id) === thing.ourKey)
    if (thing) {
      if (!before || thing.marks['node'] === mark) continue
      names.delete(before.name)
      const wish = wishOf(node, { resellerId: work.resellerId, name: freeNodeName(node, names), users, children })
      await changeOne(ctx, work, { node, thing, before, wish, mark })
      names.add(before.name)
      continue
    }
    const wish = wishOf(node, { resellerId: work.resellerId, name: freeNodeName(node, names), users, children })
    const id = await addOne(ctx, work, node, wish)
    if (id === null) continue
    work.brought.nodes++
    const marks = { node: mark, our: await ourMark(ctx, id) }
    const made = { oldKey, ourKey: String(id), marks, balanceFen: 0, commissionFen: 0, turn: 0 }
    await saveThings(ctx.db, work, 'node', [made])
  }
}

function sourceMark(ctx: ImportCtx, node: SourceNode, children: readonly SourceNode[]): string {
  const own = [node.name, node.address, node.port, node.serverPort, node.ratePercent, node.settings]
  return markOf(ctx, [...own, node.realityPrivateKey, children.map(({ address }) => address)])
}

/** A digest of the node as the database has it: another one later means that somebody here has changed it. */
async function ourMark(ctx: TxCtx, nodeId: number): Promise<string> {
  return markOfOurs(ctx, (await loadNode(ctx, nodeId))!)
}

function markOfOurs(
  ctx: ImportCtx,
  node: Pick<NodeHere, 'name' | 'address' | 'port' | 'ratePercent' | 'settings'>,
): string {
  const { name, address, port, ratePercent, settings } = node
  return markOf(ctx, [name, address, port, ratePercent, settings])
}

type Changed = { node: SourceNode; thing: Thing; before: NodeHere; wish: NodeWish; mark: string }

async function changeOne(ctx: TxCtx, work: Work, { node, thing, before, wish, mark }: Changed): Promise<void> {
  const nodeId = Number(thing.ourKey)
  if (thing.marks['our'] !== markOfOurs(ctx, before)) {
    return keepHere(work, `${node.key}: changed there, and changed here before`)
  }
  const problems = problemsOf(node, wish)
  if (wish.protocol !== before.protocol) problems.push('another protocol: it needs a node of its own')
  if (problems.length > 0) return keepHere(work, `${node.key}: ${problems.slice(0, 3).join('; ')}`)
  const change = (given: NodeWish) => {
    const { name, address, port, ratePercent, settings, secrets } = given
    const own = { name, address, port, ratePercent, settings }
    return updateNode(ctx, nodeId, secrets === null ? own : { ...own, secrets }, ctx.actor)
  }
  await onFreePort(
    () => change(wish),
    () => change(behindRelay(wish, node.key)),
  )
  work.brought.nodesChanged++
  const marks = { ...thing.marks, node: mark, our: await ourMark(ctx, nodeId) }
  await saveThings(ctx.db, work, 'node', [{ ...thing, marks }])
}

/** Several nodes behind one relay may have the same port. */
async function onFreePort<T>(attempt: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'node.port_taken') return otherwise()
    throw error
  }
}

function countGroups({ rows }: Work): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { groupId } of rows.users.values())
    if (groupId !== null) counts.set(groupId, (counts.get(groupId) ?? 0) + 1)
  return counts
}

async function addOne(ctx: TxCtx, work: Work, node: SourceNode, wish: NodeWish): Promise<number | null> {
  const problems = problemsOf(node, wish)
  if (problems.length > 0) {
    work.brought.nodesLeft.push(`${node.key}: ${problems.slice(0, 3).join('; ')}`)
    return null
  }
  return onFreePort(
    () => addNode(ctx, wish, ctx.actor),
    () => addNode(ctx, behindRelay(wish, node.key), ctx.actor),
  )
}

function problemsOf(node: SourceNode, wish: NodeWish): string[] {
  return [
    ...fatalLacks(node),
    ...Object.entries(findNodeProblems(checked(wish))).map(([field, problem]) => `${field} ${problem}`),
  ]
}

const checked = (wish: NodeWish): NodeWish => ({ ...wish, settings: withServerKey(wish.settings) })

/** Without these no client of the node connects. A range of ports, a rate or rules are only lost. */
function fatalLacks({ lacks }: SourceNode): string[] {
  return lacks.filter((lack) => /^(?:protocol|network|cipher|obfs|encryption|an address)/.test(lack))
}
