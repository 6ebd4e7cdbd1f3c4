import type { LineNode, SpeedMode } from '../../../contract/lines.ts'

/** Candidates for two lines: some may be full by the time they are placed. */
const CANDIDATES = 6
/** Nodes closer together than this are equally near; a node that nobody could time counts as rather far. */
const STEP_MS = 60
const UNKNOWN_MS = 200

/**
 * The best nodes for somebody without lines, best first: open ones that suit the mode, then near ones, then those with
 * most room. The second is in another region if there is one, so that one failing region leaves a line.
 */
export function chooseFirst(
  nodes: readonly LineNode[],
  mode: SpeedMode,
  latencies: ReadonlyMap<number, number>,
): LineNode[] {
  const ranks = (node: LineNode) => [
    mode === 'saver' ? node.ratePercent : 0,
    Number(!node.suits.includes(mode)),
    Math.floor((latencies.get(node.id) ?? UNKNOWN_MS) / STEP_MS),
    node.loadPercent,
    node.ratePercent,
  ]
  const open = nodes.filter(({ state, isFull }) => state === 'up' && !isFull)
  const [first, ...rest] = open.toSorted((a, b) => compare(ranks(a), ranks(b)) || a.name.localeCompare(b.name, 'en'))
  if (!first) return []
  const elsewhere = rest.filter(({ region }) => region !== first.region)
  const same = rest.filter(({ region }) => region === first.region)
  return [first, ...elsewhere, ...same].slice(0, CANDIDATES)
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((rank, at) => rank - b[at]!).find((difference) => difference !== 0) ?? 0
}
