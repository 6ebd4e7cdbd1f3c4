import { expect, it } from 'vitest'

import { canInstall, lineLook, nodeLook, rateText } from './looks.ts'
import { byRegion, regionsOf } from './region-chips.tsx'

const line = { state: 'active', reason: null, inMaintenance: false } as const
const node = { state: 'up', isFull: false, loadPercent: 40 } as const

it('distinguishes an active line from one whose node is in maintenance', () => {
  expect(lineLook(line)).toEqual({ tone: 'good', word: 'active' })
  expect(lineLook({ ...line, inMaintenance: true })).toEqual({ tone: 'warn', word: 'maintenance' })
})

it('names the reason of a suspended line, with or without maintenance', () => {
  const words = (['paused', 'expired', 'quota', 'limit', 'node'] as const).map(
    (reason) => lineLook({ state: 'suspended', reason, inMaintenance: true }).word,
  )
  expect(words).toEqual(['paused', 'expired', 'quota', 'limit', 'node'])
})

it('marks lines in progress as busy and failed ones as bad', () => {
  const tones = (['installing', 'moving', 'failed'] as const).map((state) => lineLook({ ...line, state }).tone)
  expect(tones).toEqual(['busy', 'busy', 'bad'])
})

it.each([
  [node, 'active', true],
  [{ ...node, loadPercent: 90 }, 'crowded', true],
  [{ ...node, isFull: true }, 'full', false],
  [{ ...node, state: 'down', isFull: true }, 'down', false],
  [{ ...node, state: 'maintenance' }, 'maintenance', false],
] as const)('%j is %s and takes lines: %s', (given, word, takes) => {
  expect([nodeLook(given).word, canInstall(given)]).toEqual([word, takes])
})

it('shows a percentage as a multiplier', () => {
  expect([100, 150, 50, 0].map(rateText)).toEqual(['×1', '×1.5', '×0.5', '×0'])
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
