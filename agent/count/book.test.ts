import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Reading } from '../drivers/driver.ts'
import { tempDir } from '../test/temp-dir.ts'
import { openBook } from './book.ts'

let dir = ''
beforeEach(() => {
  dir = tempDir()
})
afterEach(() => rmSync(dir, { recursive: true }))

const file = () => path.join(dir, 'counts.json')
const open = (maxPending = 100) => openBook(dir, { maxPending })
const reading = (down: number, boot = 'a'): Reading => ({
  boot,
  counters: new Map([['u1.g1', { number: 1, up: 0, down }]]),
})
const pendingBytes = (book: ReturnType<typeof open>) =>
  book.counts.pending.flatMap(({ items }) => items).reduce((sum, { down }) => sum + down, 0)

function fresh() {
  const book = open()
  book.settleFresh()
  return book
}

test('killed at any step, the next one counts on without loss or double', () => {
  let book = fresh()
  book.take(reading(100))
  book.save()
  book = open()
  expect(book.uncountedBytes(1)).toBe(100)
  book.take(reading(150))
  // Not saved: the counters in the engine still have it.
  book = open()
  book.take(reading(170))
  book.seal(0)
  book.save()
  book = open()
  expect(pendingBytes(book)).toBe(170)
  // Sent, and killed before the answer was written down: the same id again.
  const sent = book.head()
  book.dropHead({ duplicate: false, cut: [], left: [{ number: 1, bytesLeft: 30 }] })
  expect(open().head()).toEqual(sent)
  book.save()
  expect(open().head()).toBeNull()
  expect(open().counts.left).toEqual({ 1: 30 })
  expect(open().uncountedBytes(1)).toBe(0)
})

test.each([
  ['torn', () => truncateSync(file(), 40)],
  ['empty', () => truncateSync(file(), 0)],
  ['changed', () => writeFileSync(file(), '{"boot":"a","base":{}}')],
])('a %s record is set aside, and a running engine never counted from 0', (_, damage) => {
  const book = fresh()
  book.take(reading(100))
  book.seal(0)
  book.save()
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
  // From the first reading after the damage on: what came before is lost, nothing is counted twice.
  expect(pendingBytes(next)).toBe(55)
  expect(next.head()?.seq).toBe(5)
})

test('of a run that the portal has nothing of, everything counts', () => {
  const next = open()
  next.take(reading(120))
  next.take(reading(30, 'b'))
  next.settle(0)
  next.seal(0)
  expect(pendingBytes(next)).toBe(150)
})

test('a counter whose process is gone is forgotten, one that is still read never', () => {
  const book = fresh()
  book.take(reading(100))
  book.forget(reading(100), () => true)
  book.take(reading(100))
  book.seal(0)
  expect(pendingBytes(book)).toBe(100)
  book.forget({ boot: 'a', counters: new Map() }, () => true)
  expect(book.counts.base).toEqual({})
})

test('a portal away for long leaves a bounded record', () => {
  const book = openBook(dir, { maxPending: 20 })
  book.settleFresh()
  for (let at = 1; at <= 500; at += 1) {
    book.take(reading(at * 10))
    book.seal(0)
    expect(book.counts.pending.length).toBeLessThanOrEqual(20)
  }
  expect(pendingBytes(book)).toBe(5_000)
})
