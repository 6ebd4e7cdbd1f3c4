import { expect, it } from 'vitest'

import type { TicketFacts } from '../../../contract/tickets.ts'
import { findCause } from './find-cause.ts'

const NOW = Date.parse('2026-11-19T12:00:00.000Z')
const well = { state: 'active', blockedReason: null, usedBytes: 1, totalBytes: 10 } as const
const line = {
  node: '香港 01',
  region: 'HK',
  state: 'active',
  reason: null,
  nodeState: 'up',
  lastByteAt: null,
} as const
const facts: TicketFacts = {
  at: '2026-11-19T12:00:00.000Z',
  system: 'Chrome',
  client: { name: 'v2rayNG', fetchedAt: '2026-11-19T11:00:00.000Z' },
  lines: [line],
  payment: null,
}

it.each([
  ['a blocked account, before all else', { ...well, blockedReason: 'x', state: 'expired' }, facts, 'causeBlocked'],
  ['no plan', { ...well, state: 'none' }, facts, 'causeNoPlan'],
  ['a pause', { ...well, state: 'paused' }, facts, 'causePaused'],
  ['an ended plan', { ...well, state: 'expired' }, facts, 'causeExpired'],
  ['used traffic', { ...well, usedBytes: 10 }, facts, 'causeUsedUp'],
  ['no line', well, { ...facts, lines: [] }, 'causeNoLine'],
  ['a node that is down', well, { ...facts, lines: [line, { ...line, nodeState: 'down' }] }, 'causeNodeDown'],
  ['maintenance', well, { ...facts, lines: [{ ...line, nodeState: 'maintenance' }] }, 'causeMaintenance'],
  ['a client that was never given the lines', well, { ...facts, client: null }, 'causeNoClient'],
  [
    'a line that carried bytes just now',
    well,
    { ...facts, lines: [{ ...line, lastByteAt: '2026-11-19T11:55:00.000Z' }] },
    'causeRuns',
  ],
  ['nothing that is known here', well, facts, 'causeNone'],
] as const)('finds %s', (_name, account, seen, word) => {
  expect(findCause(account, seen as TicketFacts, NOW).word).toBe(word)
})

it('takes traffic without a limit for traffic that is left', () => {
  expect(findCause({ ...well, usedBytes: 99, totalBytes: 0 }, facts, NOW).word).toBe('causeNone')
})
