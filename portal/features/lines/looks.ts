import type { Line, LineNode } from '../../../contract/lines.ts'

const CROWDED_PERCENT = 85

const reasons = {
  paused: { tone: 'off', word: 'paused' },
  expired: { tone: 'bad', word: 'expired' },
  quota: { tone: 'bad', word: 'quota' },
  limit: { tone: 'warn', word: 'limit' },
  node: { tone: 'bad', word: 'node' },
} as const

/** Dot and word of a line; the words are in `lines`. */
export function lineLook({ state, reason, inMaintenance }: Pick<Line, 'state' | 'reason' | 'inMaintenance'>) {
  if (state === 'suspended') return reasons[reason ?? 'node']
  if (state === 'failed') return { tone: 'bad', word: 'failed' } as const
  if (state !== 'active') return { tone: 'busy', word: state } as const
  return inMaintenance ? ({ tone: 'warn', word: 'maintenance' } as const) : ({ tone: 'good', word: 'active' } as const)
}

/** Dot and word of a node. */
export function nodeLook({ state, isFull, loadPercent }: Pick<LineNode, 'state' | 'isFull' | 'loadPercent'>) {
  if (state === 'maintenance') return { tone: 'warn', word: 'maintenance' } as const
  if (state === 'down') return { tone: 'bad', word: 'down' } as const
  if (isFull) return { tone: 'warn', word: 'full' } as const
  if (loadPercent >= CROWDED_PERCENT) return { tone: 'warn', word: 'crowded' } as const
  return { tone: 'good', word: 'active' } as const
}

export function canInstall({ state, isFull }: Pick<LineNode, 'state' | 'isFull'>): boolean {
  return state === 'up' && !isFull
}

export function loadTone(loadPercent: number): 'good' | 'warn' | 'bad' {
  if (loadPercent >= 95) return 'bad'
  return loadPercent >= CROWDED_PERCENT ? 'warn' : 'good'
}

/** 100 becomes "×1", 150 becomes "×1.5". */
export function rateText(ratePercent: number): string {
  return `×${ratePercent / 100}`
}
