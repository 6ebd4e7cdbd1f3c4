import type { Tx } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import { findNodes, loadNode } from '../../nodes/load-node.ts'
import type { NodeWish } from '../../nodes/node-fields.ts'
import { addNode, updateNode } from '../../nodes/operator.ts'
import type { SourceNode } from '../neutral.ts'
import { nodeStops } from '../report/outcomes.ts'
import { keepHere, markOf, type ImportCtx, type Work } from './context.ts'
import { behindRelay, freeNodeName, wishOf } from './node-wish.ts'
import { findThings, saveThings, type Thing } from './queries.ts'

type TxCtx = ImportCtx & { db: Tx }
type NodeHere = Awaited<ReturnType<typeof findNodes>>[number]

/**
 * Each node that our settings can say; the list of outcomes names the others. What was changed there since follows, unless
 * the node was changed here too.
 */
export async function bringNodes(ctx: TxCtx, work: Work): Promise<void> {
  const known = new Map((await findThings(ctx.db, work, 'node')).map((thing) => [thing.oldKey, thing]))
  const here = await findNodes(ctx)
  const names = new Set(here.map(({ name }) => name))
  const groups = countGroups(work)
  const families = work.rows.families()
  for (const node of families.nodes) {
    const oldKey = node.key.slice(0, 60)
    const thing = known.get(oldKey)
    const before = thing && here.find(({ id }) => String(id) === thing.ourKey)
    const children = families.addressesOf(node)
    const mark = sourceMark(ctx, node, children)
    if (thing ? !before || thing.marks['node'] === mark : nodeStops(node).length > 0) continue
    if (before) names.delete(before.name)
    const users = node.groupIds.reduce((sum, groupId) => sum + (groups.get(groupId) ?? 0), 0)
    const wish = wishOf(node, { resellerId: work.resellerId, name: freeNodeName(node, names), users, children })
    const place = placesOf(wish, node, work)
    if (thing && before) {
      await changeOne(ctx, work, { node, thing, before, place, mark })
      names.add(before.name)
      continue
    }
    const id = await addOne(ctx, work, node, place)
    if (id === null) continue
    work.brought.nodes++
    const marks = { node: mark, our: await ourMark(ctx, id) }
    const made = { oldKey, ourKey: String(id), marks, balanceFen: 0, commissionFen: 0, turn: 0 }
    await saveThings(ctx.db, work, 'node', [made])
  }
}

/** Where a node may be, best first. A child's agent already is the node of its parent. */
function placesOf(wish: NodeWish, node: SourceNode, { importId, rows }: Work): NodeWish[] {
  const relayed = behindRelay(wish, `${node.key} ${importId}`)
  return rows.families().parentOf(node) === null ? [wish, relayed] : [relayed]
}

function sourceMark(ctx: ImportCtx, node: SourceNode, children: readonly SourceNode[]): string {
  const own = [node.name, node.address, node.port, node.serverPort, node.ratePercent, node.settings]
  return markOf(ctx, [...own, node.realityPrivateKey, children.map(({ address, port }) => [address, port])])
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

type Changed = { node: SourceNode; thing: Thing; before: NodeHere; place: NodeWish[]; mark: string }

async function changeOne(ctx: TxCtx, work: Work, { node, thing, before, place, mark }: Changed): Promise<void> {
  const nodeId = Number(thing.ourKey)
  if (thing.marks['our'] !== markOfOurs(ctx, before)) {
    return keepHere(work, `${called(node)}: changed there, and changed here before`)
  }
  const problems = nodeStops(node)
  if (place[0]!.protocol !== before.protocol) problems.push('another protocol: it needs a node of its own')
  if (problems.length > 0) return keepHere(work, `${called(node)}: ${problems.slice(0, 3).join('; ')}`)
  const changed = await firstFree(work, node, place, ({ name, address, port, ratePercent, settings, secrets }) => {
    const own = { name, address, port, ratePercent, settings }
    return updateNode(ctx, nodeId, secrets === null ? own : { ...own, secrets }, ctx.actor)
  })
  if (changed === null) return
  work.brought.nodesChanged++
  const marks = { ...thing.marks, node: mark, our: await ourMark(ctx, nodeId) }
  await saveThings(ctx.db, work, 'node', [{ ...thing, marks }])
}

/** Null: it fits nowhere, and the report says why. */
async function firstFree<T>(
  work: Work,
  node: SourceNode,
  places: readonly NodeWish[],
  attempt: (wish: NodeWish) => Promise<T>,
): Promise<T | null> {
  for (const [at, wish] of places.entries()) {
    try {
      return await attempt(wish)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'node.port_taken' && at < places.length - 1) continue
      keepHere(work, `${called(node)}: ${whyRefused(error)}`)
      return null
    }
  }
  return null
}

function whyRefused({ code, extra }: Refusal): string {
  if (code === 'node.port_taken') return 'another node here has its address and port'
  if (code === 'node.taken') return 'another node here has its name'
  return [code, ...Object.entries(extra.fields ?? {}).map(([field, problem]) => `${field} ${problem}`)].join('; ')
}

const called = ({ key, name }: SourceNode) => (name === '' ? key : `${key} ${name}`)

function countGroups({ rows }: Work): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { groupId } of rows.users.values())
    if (groupId !== null) counts.set(groupId, (counts.get(groupId) ?? 0) + 1)
  return counts
}

function addOne(ctx: TxCtx, work: Work, node: SourceNode, places: readonly NodeWish[]): Promise<number | null> {
  return firstFree(work, node, places, (wish) => addNode(ctx, wish, ctx.actor))
}
