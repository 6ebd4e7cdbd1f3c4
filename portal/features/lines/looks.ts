import type { LineNode } from '../../../contract/lines.ts'

export function canInstall({ state, isFull }: Pick<LineNode, 'state' | 'isFull'>): boolean {
  return state === 'up' && !isFull
}

/** 100 becomes "×1", 150 becomes "×1.5". */
export function rateText(ratePercent: number): string {
  return `×${ratePercent / 100}`
}
