import type { LineNode } from '../../../contract/lines.ts'

/** A node as users see it: up, near and without a line of theirs. */
export function lineNode(overrides: Partial<LineNode> = {}): LineNode {
  return {
    id: 1,
    name: 'n1',
    region: 'HK',
    protocol: 'vless',
    state: 'up',
    check: 'good',
    reason: null,
    loadPercent: 10,
    isFull: false,
    ratePercent: 100,
    suits: [],
    isRecommended: false,
    enforcesSpeed: false,
    probeUrl: null,
    lineId: null,
    ...overrides,
  }
}
