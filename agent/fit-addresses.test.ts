import { expect, test } from 'vitest'

import { limits } from '../contract/limits.ts'
import { fitAddresses } from './fit-addresses.ts'
import type { BatchInput, StateInput } from './portal.ts'

const LARGEST = Number.MAX_SAFE_INTEGER
const manyOf = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at))
/** Makes an address of the greatest possible length. */
const addressOf = (at: number) => `2001:0db8:ffff:ffff:ffff:ffff:255.255.255.${String(at).padStart(3, '0')}`

function seenOf(lines: number, addresses: number) {
  return new Map(manyOf(lines, (line) => [LARGEST - line, new Set(manyOf(addresses, addressOf))]))
}

test('the largest report, with every line in it, fits the server’s limit', () => {
  expect(addressOf(0).length).toBeGreaterThan(40)
  const addresses = fitAddresses(seenOf(5_000, 100), 0)
  const count = LARGEST
  const report: StateInput = {
    boot: 'b'.repeat(100),
    engine: 'running',
    appliedRevision: count,
    failed: manyOf(5_000, (at) => LARGEST - at),
    agentVersion: 'v'.repeat(60),
    cpuPercent: 100,
    memoryPercent: 100,
    connections: 10_000_000,
    upBps: count,
    downBps: count,
    addresses,
  }
  expect(JSON.stringify(report).length).toBeLessThanOrEqual(limits.nodeBodyMaxBytes)
  expect(addresses).toHaveLength(5_000)
  expect(Math.min(...addresses.map((line) => line.addresses.length))).toBeGreaterThan(1)
})

test('the largest batch also fits', () => {
  const items = manyOf(5_000, () => ({ number: LARGEST, up: LARGEST, down: LARGEST }))
  const batch: BatchInput = { batchId: 'b'.repeat(100), boot: 'b'.repeat(100), seq: LARGEST, seconds: 2_678_400, items }
  expect(JSON.stringify(batch).length).toBeLessThanOrEqual(limits.nodeBodyMaxBytes)
})

test('sends a usual report whole, and with too many lines each line gets its turn', () => {
  const few = seenOf(400, 3)
  expect(fitAddresses(few, 7)).toEqual([...few].map(([number, seen]) => ({ number, addresses: [...seen] })))
  const many = seenOf(12_000, 1)
  const told = [0, 1, 2].flatMap((turn) => fitAddresses(many, turn).map(({ number }) => number))
  expect(new Set(told).size).toBe(12_000)
})
