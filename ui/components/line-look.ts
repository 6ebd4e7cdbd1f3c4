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
  maintenance: { tone: 'warn', word: 'maintenance' },
  down: { tone: 'bad', word: 'down' },
} as const

export const WORKS = { tone: 'good', word: 'active' } as const
/** A node that is up is called only what a look from outside has shown. */
const checks = {
  good: WORKS,
  slow: { tone: 'warn', word: 'slow' },
  port: { tone: 'good', word: 'port' },
  none: { tone: 'off', word: 'unchecked' },
} as const
const WORKING: readonly string[] = Object.values(checks).map(({ word }) => word)

type Health = Pick<LineNode, 'state' | 'check'>

/** Dot and word of a node, whatever its load. */
export function healthLook({ state, check }: Health) {
  return state === 'up' ? checks[check] : nodes[state]
}

/** Whether a line with this word carries its user, as far as anybody knows. */
export const isWorking = (word: string): boolean => WORKING.includes(word)

/** Dot and word of a line as the office says it; the portal says less. An active line is worth only as much as its node. */
export function lineLook({ state, reason, nodeState, nodeCheck }: Seen) {
  if (state === 'suspended') return reasons[reason ?? 'node']
  if (state === 'failed') return { tone: 'bad', word: 'failed' } as const
  if (state !== 'active') return { tone: 'busy', word: state } as const
  return healthLook({ state: nodeState, check: nodeCheck })
}
type Seen = Pick<Line, 'state' | 'reason' | 'nodeState' | 'nodeCheck'>

/** Dot and word of a node that may take a line. */
export function nodeLook({ state, check, isFull, loadPercent }: Health & Pick<LineNode, 'isFull' | 'loadPercent'>) {
  if (state !== 'up') return nodes[state]
  if (isFull) return { tone: 'warn', word: 'full' } as const
  return loadPercent >= CROWDED_PERCENT ? ({ tone: 'warn', word: 'crowded' } as const) : checks[check]
}

export function loadTone(loadPercent: number): 'good' | 'warn' | 'bad' {
  if (loadPercent >= 95) return 'bad'
  return loadPercent >= CROWDED_PERCENT ? 'warn' : 'good'
}
