import { expect, it } from 'vitest'

import { canInstall, choiceLook, loadWord, ownLineLook, rateText } from './looks.ts'
import { byRegion, regionsOf } from './region-chips.tsx'

const node = { state: 'up', isFull: false } as const

it.each([
  [node, true],
  [{ ...node, isFull: true }, false],
  [{ ...node, state: 'down' }, false],
  [{ ...node, state: 'maintenance' }, false],
] as const)('%j takes lines: %s', (given, takes) => {
  expect(canInstall(given)).toBe(takes)
})

it('shows a percentage as a multiplier', () => {
  expect([100, 150, 50, 0].map(rateText)).toEqual(['×1', '×1.5', '×0.5', '×0'])
})

it('says of a load in words whether there is room', () => {
  expect([0, 39, 40, 84, 85, 100].map(loadWord)).toEqual([
    'loadIdle',
    'loadIdle',
    'loadSome',
    'loadSome',
    'crowded',
    'crowded',
  ])
})

const NOW_MS = Date.parse('2026-11-14T12:00:00Z')
const line = { state: 'active', reason: null, nodeState: 'up', nodeCheck: 'none', lastConnectedAt: null } as const
const aMinuteAgo = '2026-11-14T11:59:00Z'

it.each([
  [line, 'active'],
  [{ ...line, nodeCheck: 'port' }, 'active'],
  [{ ...line, nodeCheck: 'slow' }, 'slow'],
  [{ ...line, nodeState: 'down' }, 'down'],
  [{ ...line, nodeState: 'down', lastConnectedAt: aMinuteAgo }, 'active'],
  [{ ...line, nodeState: 'down', lastConnectedAt: '2026-11-14T11:50:00Z' }, 'down'],
  [{ ...line, nodeState: 'maintenance', lastConnectedAt: aMinuteAgo }, 'maintenance'],
  [{ ...line, state: 'suspended', reason: 'quota', lastConnectedAt: aMinuteAgo }, 'quota'],
] as const)('a line %j is called %s: bytes count more than looks', (given, word) => {
  expect(ownLineLook(given, NOW_MS).word).toBe(word)
})

it('calls a node that nobody could look at working, and a crowded one crowded', () => {
  const place = { state: 'up', check: 'none', isFull: false, loadPercent: 10 } as const
  expect(choiceLook(place).word).toBe('active')
  expect(choiceLook({ ...place, loadPercent: 90 }).word).toBe('crowded')
})

it('groups regions in the order of their first appearance', () => {
  const items = ['HK', 'JP', 'HK', 'US'].map((region, at) => ({ region, at }))
  expect(regionsOf(items)).toEqual([
    { region: 'HK', count: 2 },
    { region: 'JP', count: 1 },
    { region: 'US', count: 1 },
  ])
  expect(byRegion(items).map(({ at }) => at)).toEqual([0, 2, 1, 3])
})
