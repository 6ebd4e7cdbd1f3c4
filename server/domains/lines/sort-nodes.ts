import type { LineNode, SpeedMode } from '../../../contract/lines.ts'

const STATES: Record<LineNode['state'], number> = { up: 0, maintenance: 1, down: 2 }

/**
 * Best first: installable nodes, then those that suit the mode, then those with most room. Marks the recommended ones.
 */
export function sortNodes(nodes: readonly LineNode[], mode: SpeedMode): LineNode[] {
  const ranks = (node: LineNode) => [
    STATES[node.state],
    Number(node.isFull),
    mode === 'saver' ? node.ratePercent : 0,
    Number(!node.suits.includes(mode)),
    node.loadPercent,
    node.ratePercent,
  ]
  const ordered = nodes.toSorted((a, b) => compare(ranks(a), ranks(b)) || a.name.localeCompare(b.name, 'en'))
  const [first] = ordered
  if (!first || !isOpen(first)) return ordered
  return ordered.map((node) => ({ ...node, isRecommended: node === first || isAsGood(node, first, mode) }))
}

const isOpen = ({ state, isFull }: LineNode) => state === 'up' && !isFull

/** Standard mode recommends one node; other modes recommend all that suit them equally. */
function isAsGood(node: LineNode, first: LineNode, mode: SpeedMode): boolean {
  if (!isOpen(node) || !node.suits.includes(mode)) return false
  return mode !== 'saver' || node.ratePercent === first.ratePercent
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((rank, at) => rank - b[at]!).find((difference) => difference !== 0) ?? 0
}
