import { findNodeProblems } from '../../nodes/node-fields.ts'
import type { SourceNode, SourcePlan } from '../neutral.ts'
import type { Families } from '../panels/children.ts'
import { hasTraffic } from '../run/bring-packages.ts'
import { plainName, wishOf } from '../run/node-wish.ts'

/** What becomes of a node, a group of users or a plan. `why`: what it comes without, or why it does not come. */
export type Outcome = { key: string; name: string; becomes: 'comes' | 'comesWithout' | 'left'; why: readonly string[] }
export type SourceGroup = { id: number; name: string }

/** By itself: that somebody here has its name or port is found when it comes. */
export function nodeOutcome(node: SourceNode, families: Families): Outcome {
  const { key, name } = node
  const stops = nodeStops(node)
  if (stops.length > 0) return { key, name, becomes: 'left', why: stops }
  const parent = families.addressOf(node)
  return outcome({ key, name }, [
    ...node.lacks,
    ...families.troubles(node),
    ...(node.isShown ? [] : ['users: it is hidden there']),
    ...(parent ? [`lines of its own: it is a further address of ${parent.key}`] : []),
  ])
}

export function nodeStops(node: SourceNode): string[] {
  if (node.stops.length > 0) return [...node.stops]
  const wish = wishOf(node, { resellerId: 0, name: plainName(node), users: 0, children: [] })
  return Object.entries(findNodeProblems(wish)).map(([field, problem]) => `${field} ${problem}`)
}

/** There are no groups here: its users get a line on each of its nodes. */
export function groupOutcome(group: SourceGroup, nodes: readonly Outcome[]): Outcome {
  const key = `group ${group.id}`
  const left = nodes.filter(({ becomes }) => becomes === 'left').map((node) => node.key)
  if (nodes.length === left.length) {
    return {
      key,
      name: group.name,
      becomes: 'left',
      why: [nodes.length === 0 ? 'it has no node' : 'none of its nodes comes'],
    }
  }
  return outcome({ key, name: group.name }, left)
}

export function planOutcome(plan: SourcePlan, isServed: boolean): Outcome {
  const { id, name, prices } = plan
  const about = { key: `plan ${id}`, name }
  if (!hasTraffic(plan)) return { ...about, becomes: 'left', why: ['its traffic is missing or too large'] }
  const unsold = [...prices].flatMap(([period, { fen, isOdd }]) => {
    if (isOdd || fen < 0n) return [`its price ${period}, which is none`]
    if (fen === 0n) return [`its price ${period}, which is zero`]
    return period in LACKING ? [`its price ${LACKING[period]}`] : []
  })
  const isUnlisted = !plan.isShown || !plan.isRenewable || unsold.length === prices.size
  return outcome(about, [
    ...unsold,
    ...(isUnlisted ? ['a place in the shop'] : []),
    ...(isServed ? [] : ['lines: its group has no node that comes']),
  ])
}

const LACKING: Record<string, string> = {
  twoYears: 'for two years',
  threeYears: 'for three years',
  reset: 'for a reset',
}

function outcome(about: Pick<Outcome, 'key' | 'name'>, why: readonly string[]): Outcome {
  return { ...about, becomes: why.length === 0 ? 'comes' : 'comesWithout', why }
}
