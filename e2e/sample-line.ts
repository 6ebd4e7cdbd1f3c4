import type { Line } from '../contract/lines.ts'

/** A line for answers that a test gives instead of the server. */
export const SAMPLE_LINE = {
  id: '7b0e7f4e-2f0e-4f43-9d0f-8b3f3b8d6a10',
  nodeId: 1,
  nodeName: '香港 01',
  region: 'HK',
  protocol: 'vless',
  state: 'active',
  reason: null,
  nodeState: 'up',
  nodeCheck: 'good',
  nodeReason: null,
  ratePercent: 100,
  todayBytes: 0,
  lastConnectedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  connection: null,
} satisfies Line
