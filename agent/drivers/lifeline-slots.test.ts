import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { tempDir } from '../test/temp-dir.ts'
import { openSlots, SLOTS } from './lifeline-slots.ts'

let dir = ''
const file = () => path.join(dir, 'slots.json')
beforeEach(() => (dir = tempDir()))
afterEach(() => rmSync(dir, { recursive: true }))

function open() {
  const slots = openSlots(file())
  slots.clear()
  return slots
}

test('gives everybody a name while there are some, and none afterwards', () => {
  const slots = open()
  const all = Array.from({ length: SLOTS }, (_, at) => -1 - at)
  expect(slots.take(all)).toEqual(new Set())
  expect(new Set(all.map(slots.of)).size).toBe(SLOTS)
  expect(slots.take([-5_000, -1])).toEqual(new Set([-5_000]))
  slots.release([-7])
  expect(slots.take([-5_000])).toEqual(new Set())
  expect(slots.holder(slots.of(-5_000)!)).toBe(-5_000)
})

test('a name that was free longest comes next, and keeps its last holder until then', () => {
  const slots = open()
  slots.take([-1])
  const first = slots.of(-1)!
  slots.release([-1])
  expect([slots.of(-1), slots.holder(first)]).toEqual([undefined, -1])
  slots.take([-2])
  expect(slots.of(-2)).not.toBe(first)
})

test('the next agent knows the same names, and frees those of users who are not in the engine', () => {
  const slots = open()
  slots.take([-1, -2])
  const next = openSlots(file())
  next.restore(new Set([1, -2]))
  expect([next.of(-1), next.of(-2)]).toEqual([undefined, slots.of(-2)])
  expect(next.holder(slots.of(-1)!)).toBe(-1)
  writeFileSync(file(), 'torn')
  next.restore(new Set([-2]))
  expect(next.of(-2)).toBeUndefined()
})

test('gives no name that could not be written to the disk', () => {
  const slots = openSlots(path.join(dir, 'absent', 'slots.json'))
  slots.clear()
  expect(slots.take([-1])).toEqual(new Set([-1]))
})
