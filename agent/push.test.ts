import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openTally, type Tally } from './count/tally.ts'
import { openHealth } from './health.ts'
import type { BatchInput } from './portal.ts'
import { drain } from './push.ts'
import { tempDir } from './test/temp-dir.ts'

let dir = ''
let tally: Tally
const sent: BatchInput[] = []
const health = openHealth(() => {})
const never = new AbortController().signal

beforeEach(() => {
  dir = tempDir()
  sent.length = 0
  tally = openTally(dir, { maxPending: 100 })
  tally.settleFresh()
})
afterEach(() => rmSync(dir, { recursive: true }))

const use = (down: number) => {
  tally.take({ boot: 'a', counters: new Map([['u1.g1', { number: 1, up: 0, down }]]) })
  tally.seal(0)
}
const push = (answer: (batch: BatchInput) => void = () => {}) =>
  drain(
    {
      dir,
      tally,
      health,
      portal: {
        batch: async (batch) => {
          sent.push(batch)
          answer(batch)
          return { duplicate: false, cut: [], left: [] }
        },
      },
      onCut: () => {},
      onFailure: () => {},
    },
    never,
  )

test('sends batches in order, each once, and goes on where it failed', async () => {
  for (const bytes of [10, 30, 60]) use(bytes)
  const failAtSecond = (batch: BatchInput) => {
    if (batch.seq === 2) throw new Error('no answer')
  }
  expect(await push(failAtSecond)).toBe(false)
  expect(await push()).toBe(true)
  expect(sent.map(({ seq }) => seq)).toEqual([1, 2, 2, 3])
  expect(sent[1]).toEqual(sent[2])
})

test('a batch that was saved before sending is still there after kill -9', async () => {
  use(10)
  await push((batch) => expect(openTally(dir, { maxPending: 100 }).head()).toEqual(batch))
  expect(sent).toHaveLength(1)
})

test('sends nothing and loses nothing while the disk cannot be written', async () => {
  use(10)
  // Put a folder in the place of the temporary file: every write fails, as on a full disk.
  mkdirSync(path.join(dir, 'counts.json.tmp'))
  expect(await push()).toBe(false)
  expect(sent).toEqual([])
  expect(health.alarms()).toMatchObject([{ subject: 'disk' }])
  use(25)
  rmSync(path.join(dir, 'counts.json.tmp'), { recursive: true })
  expect(await push()).toBe(true)
  expect(sent.flatMap(({ items }) => items).reduce((sum, { down }) => sum + down, 0)).toBe(25)
  expect(health.alarms()).toEqual([])
})
