import { expect, it } from 'vitest'

import { lineLook, nodeLook } from './line-look.ts'

const line = { state: 'active', reason: null, nodeState: 'up', nodeCheck: 'good' } as const
const node = { state: 'up', check: 'good', isFull: false, loadPercent: 40 } as const

it.each([
  ['up', 'good', 'active'],
  ['maintenance', 'warn', 'maintenance'],
  ['down', 'bad', 'down'],
] as const)('an active line on a node that is %s looks %s and is called %s', (nodeState, tone, word) => {
  expect(lineLook({ ...line, nodeState })).toEqual({ tone, word })
})

it('names the reason of a suspended line, whatever its node does', () => {
  const words = (['paused', 'expired', 'quota', 'limit', 'node'] as const).map(
    (reason) => lineLook({ ...line, state: 'suspended', reason, nodeState: 'maintenance' }).word,
  )
  expect(words).toEqual(['paused', 'expired', 'quota', 'limit', 'node'])
})

it('marks lines in progress as busy and failed ones as bad', () => {
  const tones = (['installing', 'moving', 'failed'] as const).map((state) => lineLook({ ...line, state }).tone)
  expect(tones).toEqual(['busy', 'busy', 'bad'])
})

it.each([
  [node, 'active'],
  [{ ...node, loadPercent: 90 }, 'crowded'],
  [{ ...node, isFull: true }, 'full'],
  [{ ...node, state: 'down', isFull: true }, 'down'],
  [{ ...node, state: 'maintenance' }, 'maintenance'],
  [{ ...node, check: 'slow' }, 'slow'],
  [{ ...node, check: 'port' }, 'port'],
  [{ ...node, check: 'none' }, 'unchecked'],
  [{ ...node, state: 'down', check: 'none' }, 'down'],
] as const)('a node %j is called %s', (given, word) => {
  expect(nodeLook(given).word).toBe(word)
})
