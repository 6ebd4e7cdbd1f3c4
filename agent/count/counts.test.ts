import { expect, test } from 'vitest'

import type { Reading } from '../drivers/driver.ts'
import { absorb, merge, newCounts, seal, type Counts } from './counts.ts'

type Row = [key: string, number: number, up: number, down: number]
const reading = (boot: string, ...counters: Row[]): Reading => ({
  boot,
  counters: new Map(counters.map(([key, number, up, down]) => [key, { number, up, down }])),
})
const bytesIn = (counts: Counts) =>
  counts.pending.flatMap(({ items }) => items).reduce((sum, { up, down }) => sum + up + down, 0)

test('counts only bytes since the last reading, over all generations of a user', () => {
  const counts = newCounts(0)
  absorb(counts, reading('a', ['u1.g1', 1, 10, 100]), 1_000)
  absorb(counts, reading('a', ['u1.g1', 1, 15, 100], ['u1.g2', 1, 1, 7]), 2_000)
  seal(counts, 3_000, 0)
  expect(counts.pending).toMatchObject([{ boot: 'a', seq: 1, seconds: 3, items: [{ number: 1, up: 16, down: 107 }] }])
})

test('counts a new engine run from 0, and open bytes keep the boot of their own run', () => {
  const counts = newCounts(0)
  absorb(counts, reading('a', ['u1.g1', 1, 0, 100]), 1_000)
  absorb(counts, reading('b', ['u1.g1', 1, 0, 40]), 2_000)
  seal(counts, 3_000, 0)
  expect(counts.pending).toMatchObject([
    { boot: 'a', items: [{ down: 100 }] },
    { boot: 'b', items: [{ down: 40 }] },
  ])
})

test('seals some users early: the others stay open, and every byte is in exactly one batch', () => {
  const counts = newCounts(0)
  absorb(counts, reading('a', ['u1.g1', 1, 1, 10], ['u2.g1', 2, 2, 20], ['u3.g1', 3, 3, 30]), 1_000)
  expect(seal(counts, 1_500, 0, new Set([9]))).toBe(false)
  expect(seal(counts, 2_000, 0, new Set([2, 9]))).toBe(true)
  absorb(counts, reading('a', ['u1.g1', 1, 1, 10], ['u2.g1', 2, 2, 25], ['u3.g1', 3, 3, 30]), 3_000)
  expect(seal(counts, 5_000, 0)).toBe(true)
  expect(counts.pending).toMatchObject([
    { seq: 1, seconds: 2, items: [{ number: 2, up: 2, down: 20 }] },
    {
      seq: 2,
      seconds: 5,
      items: [
        { number: 1, up: 1, down: 10 },
        { number: 2, up: 0, down: 5 },
        { number: 3, up: 3, down: 30 },
      ],
    },
  ])
  expect(new Set(counts.pending.map(({ batchId }) => batchId)).size).toBe(2)
})

test('a counter that goes backwards or is impossible never adds negative or wrong bytes', () => {
  const counts = newCounts(0)
  absorb(counts, reading('a', ['u1.g1', 1, 0, 100]), 1_000)
  expect(absorb(counts, reading('a', ['u1.g1', 1, 0, 60]), 2_000).wrongKeys).toEqual(['u1.g1'])
  expect(absorb(counts, reading('a', ['u2.g1', 2, -1, 0], ['u3.g1', 3, 0, 2 ** 60]), 2_000).wrongKeys).toHaveLength(2)
  absorb(counts, reading('a', ['u1.g1', 1, 0, 70]), 3_000)
  seal(counts, 3_000, 0)
  expect(counts.pending.flatMap(({ items }) => items)).toEqual([{ number: 1, up: 0, down: 110 }])
})

test('seconds include a pause of the agent and the lag of the engine, but not an idle hour before', () => {
  const counts = newCounts(0)
  absorb(counts, reading('a', ['u1.g1', 1, 0, 1]), 1_000)
  seal(counts, 1_000, 5)
  absorb(counts, reading('a', ['u1.g1', 1, 0, 1]), 3_600_000)
  absorb(counts, reading('a', ['u1.g1', 1, 0, 2]), 3_601_000)
  seal(counts, 3_601_000, 0)
  absorb(counts, reading('a', ['u1.g1', 1, 0, 3]), 3_701_000)
  seal(counts, 3_701_000, 0)
  expect(counts.pending.map(({ seconds }) => seconds)).toEqual([6, 1, 100])
})

test('splits more users than a batch holds into several batches with one time span', () => {
  const counts = newCounts(0)
  const rows = Array.from({ length: 5_001 }, (_, at): Row => [`u${at + 1}.g1`, at + 1, 0, 1])
  absorb(counts, reading('a', ...rows), 1_000)
  seal(counts, 1_000, 0)
  expect(counts.pending.map(({ items }) => items.length)).toEqual([5_000, 1])
  expect(new Set(counts.pending.map(({ batchId }) => batchId)).size).toBe(2)
})

test('merging keeps every byte and leaves the first batch as it was sent', () => {
  const counts = newCounts(0)
  for (let at = 1; at <= 30; at += 1) {
    absorb(counts, reading('a', ['u1.g1', 1, 0, at * 10], [`u${at}.g9`, at, at, 0]), at * 1_000)
    seal(counts, at * 1_000, 0)
  }
  const [head] = structuredClone(counts.pending)
  const bytes = bytesIn(counts)
  expect(merge(counts, 30)).toBe(false)
  expect(merge(counts, 10)).toBe(true)
  expect(counts.pending).toHaveLength(2)
  expect(counts.pending[0]).toEqual(head)
  expect(counts.pending[1]).toMatchObject({ seconds: 29, seq: 31 })
  expect(bytesIn(counts)).toBe(bytes)
})
