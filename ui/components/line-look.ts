import type { Line, LineNode } from '../../contract/lines.ts'

const CROWDED_PERCENT = 85

const reasons = {
  paused: { tone: 'off', word: 'paused' },
  expired: { tone: 'bad', word: 'expired' },
  quota: { tone: 'bad', word: 'quota' },
  limit: { tone: 'warn', word: 'limit' },
  node: { tone: 'bad', word: 'node' },
} as const

const nodes = {
  up: { tone: 'good', word: 'active' },
  maintenance: { tone: 'warn', word: 'maintenance' },
  down: { tone: 'bad', word: 'down' },
} as const

/** Dot and word of a line, in the portal and in the office. An active line is worth only as much as its node. */
export function lineLook({ state, reason, nodeState }: Pick<Line, 'state' | 'reason' | 'nodeState'>) {
  if (state === 'suspended') return reasons[reason ?? 'node']
  if (state === 'failed') return { tone: 'bad', word: 'failed' } as const
  return state === 'active' ? nodes[nodeState] : ({ tone: 'busy', word: state } as const)
}

/** Dot and word of a node, as its users see it. */
export function nodeLook({ state, isFull, loadPercent }: Pick<LineNode, 'state' | 'isFull' | 'loadPercent'>) {
  if (state !== 'up') return nodes[state]
  if (isFull) return { tone: 'warn', word: 'full' } as const
  return loadPercent >= CROWDED_PERCENT ? ({ tone: 'warn', word: 'crowded' } as const) : nodes.up
}

export function loadTone(loadPercent: number): 'good' | 'warn' | 'bad' {
  if (loadPercent >= 95) return 'bad'
  return loadPercent >= CROWDED_PERCENT ? 'warn' : 'good'
}
