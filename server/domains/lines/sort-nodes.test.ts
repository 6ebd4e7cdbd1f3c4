import { expect, test } from 'vitest'

import { limits } from '../../../contract/limits.ts'
import type { LineNode } from '../../../contract/lines.ts'
import { lineNode } from '../../test/build/line-node.ts'
import { nodeHealth, nodeState } from './node-state.ts'
import { sortNodes } from './sort-nodes.ts'

const node = (name: string, overrides: Partial<LineNode> = {}) => lineNode({ name, ...overrides })
const shown = (nodes: LineNode[]) => nodes.map(({ name, isRecommended }) => (isRecommended ? `${name}*` : name))

const NODES = [
  node('down', { state: 'down', suits: ['game', 'video', 'saver'], loadPercent: 0, ratePercent: 10 }),
  node('full', { isFull: true, suits: ['game'], loadPercent: 100, ratePercent: 10 }),
  node('repair', { state: 'maintenance', suits: ['game'], loadPercent: 0 }),
  node('busy', { loadPercent: 80 }),
  node('calm', { loadPercent: 5 }),
  node('play', { suits: ['game'], loadPercent: 50, ratePercent: 300 }),
  node('play-two', { suits: ['game', 'video'], loadPercent: 20, ratePercent: 200 }),
  node('cheap', { loadPercent: 90, ratePercent: 50 }),
]

test.each([
  ['standard', ['calm*', 'play-two', 'play', 'busy', 'cheap', 'full', 'repair', 'down']],
  ['game', ['play-two*', 'play*', 'calm', 'busy', 'cheap', 'full', 'repair', 'down']],
  ['video', ['play-two*', 'calm', 'play', 'busy', 'cheap', 'full', 'repair', 'down']],
  ['saver', ['cheap*', 'calm', 'busy', 'play-two', 'play', 'full', 'repair', 'down']],
] as const)('%s orders and recommends in its own way', (mode, order) => {
  expect(shown(sortNodes(NODES, mode))).toEqual(order)
})

test('recommends nothing that cannot be installed', () => {
  const closed = NODES.filter(({ state, isFull }) => state !== 'up' || isFull)
  expect(shown(sortNodes(closed, 'game'))).toEqual(['full', 'repair', 'down'])
})

test('a node is up while it reports and its engine runs', () => {
  const now = new Date('2026-05-10T12:00:00Z')
  const seen = (agoMs: number) => new Date(now.getTime() - agoMs)
  const agent = {
    inMaintenance: false,
    connection: 'agent',
    engine: 'running',
    seenAt: seen(limits.nodeSilentMs),
    lookedAt: null,
    lookWay: null,
    lookMs: null,
    lookFailures: 0,
    lookFault: null,
  } as const
  const foreign = {
    ...agent,
    connection: 'uniproxy',
    engine: 'unknown',
    seenAt: seen(limits.foreignNodeSilentMs),
  } as const
  expect(nodeState(agent, now)).toBe('up')
  expect(nodeState(foreign, now)).toBe('up')
  expect(nodeState({ ...agent, inMaintenance: true }, now)).toBe('maintenance')
  const down = [
    { ...agent, seenAt: seen(limits.nodeSilentMs + 1) },
    { ...foreign, seenAt: seen(limits.foreignNodeSilentMs + 1) },
    { ...foreign, engine: 'down' as const },
    { ...agent, engine: 'starting' as const },
    { ...agent, engine: 'unknown' as const },
    { ...agent, seenAt: null, engine: null },
  ]
  expect(down.map((one) => nodeState(one, now))).toEqual(down.map(() => 'down'))
})

test('a look from outside decides what a node that is up is called', () => {
  const now = new Date('2026-05-10T12:00:00Z')
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const up = {
    inMaintenance: false,
    connection: 'agent',
    engine: 'running',
    seenAt: now,
    lookedAt: ago(limits.nodeLookKeptMs),
    lookWay: 'engine',
    lookMs: limits.nodeSlowMs,
    lookFailures: 0,
    lookFault: null,
  } as const
  const failing = { ...up, lookFault: 'timeout' } as const
  const cases = [
    [up, 'up', 'good', null],
    [{ ...up, lookMs: limits.nodeSlowMs + 1 }, 'up', 'slow', null],
    [{ ...up, lookWay: 'tls' }, 'up', 'port', null],
    [{ ...up, lookWay: 'tcp' }, 'up', 'port', null],
    [{ ...up, lookedAt: ago(limits.nodeLookKeptMs + 1) }, 'up', 'none', null],
    [{ ...up, lookedAt: null, lookWay: null }, 'up', 'none', null],
    [{ ...failing, lookFailures: 2 }, 'up', 'good', null],
    [{ ...failing, lookFailures: 1, lookWay: null }, 'up', 'none', null],
    [{ ...failing, lookFailures: 3 }, 'down', 'none', 'timeout'],
    [{ ...failing, lookFailures: 3, lookedAt: ago(limits.nodeLookKeptMs + 1) }, 'up', 'none', null],
    [{ ...up, seenAt: ago(limits.nodeSilentMs + 1) }, 'down', 'none', 'silent'],
    [{ ...up, engine: 'down' }, 'down', 'none', 'engine'],
    [{ ...failing, lookFailures: 3, inMaintenance: true }, 'maintenance', 'none', null],
  ] as const
  for (const [node, state, check, reason] of cases) expect(nodeHealth(node, now)).toEqual({ state, check, reason })
})
