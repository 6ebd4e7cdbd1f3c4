import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Reading } from '../drivers/driver.ts'
import { tempDir } from '../test/temp-dir.ts'
import { openTally } from './tally.ts'

let dir = ''
beforeEach(() => {
  dir = tempDir()
})
afterEach(() => rmSync(dir, { recursive: true }))

const file = () => path.join(dir, 'counts.json')
const open = (maxPending = 100) => openTally(dir, { maxPending })
const reading = (down: number, boot = 'a'): Reading => ({
  boot,
  counters: new Map([['u1.g1', { number: 1, up: 0, down }]]),
})
const pendingBytes = (tally: ReturnType<typeof open>) =>
  tally.counts.pending.flatMap(({ items }) => items).reduce((sum, { down }) => sum + down, 0)

function fresh() {
  const tally = open()
  tally.settleFresh()
  return tally
}

test('after a kill at any step the next process counts on, with nothing lost or doubled', () => {
  let tally = fresh()
  tally.take(reading(100))
  tally.save()
  tally = open()
  expect(tally.uncountedBytes(1)).toBe(100)
  tally.take(reading(150))
  // This was not saved, but the engine's counters still have it.
  tally = open()
  tally.take(reading(170))
  tally.seal(0)
  tally.save()
  tally = open()
  expect(pendingBytes(tally)).toBe(170)
  // The batch was sent, but the process was killed before it wrote down the answer: it sends the same id again.
  const sent = tally.head()
  tally.dropHead({ duplicate: false, cut: [], left: [{ number: 1, bytesLeft: 30 }] })
  expect(open().head()).toEqual(sent)
  tally.save()
  expect(open().head()).toBeNull()
  expect(open().counts.left).toEqual({ 1: 30 })
  expect(open().uncountedBytes(1)).toBe(0)
})

test.each([
  ['torn', () => truncateSync(file(), 40)],
  ['empty', () => truncateSync(file(), 0)],
  ['changed', () => writeFileSync(file(), '{"boot":"a","base":{}}')],
])('sets a %s record aside, and never counts a running engine from 0', (_, damage) => {
  const tally = fresh()
  tally.take(reading(100))
  tally.seal(0)
  tally.save()
  damage()
  const next = open()
  expect(readdirSync(dir).some((name) => name.startsWith('counts.json.damaged-'))).toBe(true)
  next.take(reading(120))
  next.take(reading(150))
  next.seal(0)
  next.save()
  expect(next.head()).toBeNull()
  expect(next.unsettledBoot()).toBe('a')
  next.settle(4)
  next.take(reading(175))
  next.seal(0)
  // Counts from the first reading after the damage: earlier bytes are lost, nothing is counted twice.
  expect(pendingBytes(next)).toBe(55)
  expect(next.head()?.seq).toBe(5)
})

test('counts everything when the portal has no batches of this run', () => {
  const next = open()
  next.take(reading(120))
  next.take(reading(30, 'b'))
  next.settle(0)
  next.seal(0)
  expect(pendingBytes(next)).toBe(150)
})

test('forgets a counter whose process is gone, but never one that is still read', () => {
  const tally = fresh()
  tally.take(reading(100))
  tally.forget(reading(100), () => true)
  tally.take(reading(100))
  tally.seal(0)
  expect(pendingBytes(tally)).toBe(100)
  tally.forget({ boot: 'a', counters: new Map() }, () => true)
  expect(tally.counts.base).toEqual({})
})

test('the record stays bounded while the portal is away for long', () => {
  const tally = openTally(dir, { maxPending: 20 })
  tally.settleFresh()
  for (let at = 1; at <= 500; at += 1) {
    tally.take(reading(at * 10))
    tally.seal(0)
    expect(tally.counts.pending.length).toBeLessThanOrEqual(20)
  }
  expect(pendingBytes(tally)).toBe(5_000)
})
