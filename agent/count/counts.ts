import { randomUUID } from 'node:crypto'

import type { Reading } from '../drivers/driver.ts'
import { isOnLifeline, onLifeline } from '../lifeline.ts'
import type { BatchInput } from '../portal.ts'

export type UpDown = [up: number, down: number]

/** Everything that counting needs is in one file, so that a crash leaves all of it old or all of it new. */
export type Counts = {
  /** The run of the engine that `base` belongs to. */
  boot: string
  /** The part of each counter that is already in `open`, in `pending` or at the portal. */
  base: Record<string, UpDown>
  /** Bytes that are counted but in no batch yet. */
  open: { sinceMs: number; items: Record<string, UpDown> }
  /** Only the first batch may have been sent. The next one is sent after the first one's removal is on the disk. */
  pending: BatchInput[]
  seq: number
  readAtMs: number
  /** Bytes left as the portal said after its last batch, where this is newer than the roster. */
  left: Record<string, number | null>
}

/** Limits of the contract for one batch. */
const ITEMS_MAX = 5_000
const SECONDS_MAX = 2_678_400

export function newCounts(nowMs: number): Counts {
  return { boot: '', base: {}, open: { sinceMs: nowMs, items: {} }, pending: [], seq: 0, readAtMs: nowMs, left: {} }
}

/** Bytes that a reading added: per number, and in total for each direction. */
export type Gain = { byNumber: Map<number, number>; up: number; down: number }
export type Absorbed = { gain: Gain; wrongKeys: string[]; isChanged: boolean }
export const noGain = (): Gain => ({ byNumber: new Map(), up: 0, down: 0 })

/**
 * Adds a reading. A counter that went backwards adds nothing, never a negative number, and counts on from its new
 * value.
 */
export function absorb(counts: Counts, reading: Reading, nowMs: number): Absorbed {
  let isChanged = false
  if (reading.boot !== counts.boot) {
    seal(counts, nowMs, 0)
    Object.assign(counts, { boot: reading.boot, base: {} })
    isChanged = true
  }
  const gain = noGain()
  const wrongKeys: string[] = []
  if (Object.keys(counts.open.items).length === 0) counts.open.sinceMs = counts.readAtMs
  for (const [key, { number, up, down }] of reading.counters) {
    const [baseUp, baseDown] = counts.base[key] ?? [0, 0]
    if (up === baseUp && down === baseDown) continue
    if (!isCount(up) || !isCount(down)) {
      wrongKeys.push(key)
      continue
    }
    if (up < baseUp || down < baseDown) wrongKeys.push(key)
    const [addUp, addDown] = [Math.max(0, up - baseUp), Math.max(0, down - baseDown)]
    counts.base[key] = [up, down]
    const [openUp, openDown] = counts.open.items[number] ?? [0, 0]
    counts.open.items[number] = [openUp + addUp, openDown + addDown]
    gain.byNumber.set(number, (gain.byNumber.get(number) ?? 0) + addUp + addDown)
    gain.up += addUp
    gain.down += addDown
    isChanged = true
  }
  counts.readAtMs = nowMs
  return { gain, wrongKeys, isChanged }
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0

/**
 * Turns open bytes into batches. `lagSeconds`: how old the traffic in the engine's counters may be. With `only` the bytes
 * of all other numbers stay open.
 */
export function seal(counts: Counts, nowMs: number, lagSeconds: number, only?: ReadonlySet<number>): boolean {
  const isIn = (number: string) => !only || only.has(Number(number))
  const all = Object.entries(counts.open.items)
  const items = toItems(Object.fromEntries(all.filter(([number]) => isIn(number))))
  if (items.length === 0) return false
  const { sinceMs } = counts.open
  append(counts, items, Math.ceil((nowMs - sinceMs) / 1_000) + lagSeconds)
  const rest = all.filter(([number]) => !isIn(number))
  counts.open = { sinceMs: rest.length > 0 ? sinceMs : nowMs, items: Object.fromEntries(rest) }
  return true
}

/**
 * A long absence of the portal must not fill the disk: batches that were certainly never sent are merged into one,
 * which is no larger than the number of users. The first batch may have arrived without an answer, so its id must keep
 * its content.
 */
export function merge(counts: Counts, maxPending: number): boolean {
  if (counts.pending.length <= maxPending) return false
  const [head, ...rest] = counts.pending
  const sums: Record<string, UpDown> = {}
  let seconds = 0
  let lastSpan = ''
  for (const batch of rest) {
    for (const { number, up, down } of itemsOf(batch)) {
      const [sumUp, sumDown] = sums[number] ?? [0, 0]
      sums[number] = [sumUp + up, sumDown + down]
    }
    // Parts of one batch cover the same seconds, so count those once.
    const span = batch.batchId.slice(0, batch.batchId.indexOf('.'))
    if (span !== lastSpan) seconds += batch.seconds
    lastSpan = span
  }
  counts.pending = head ? [head] : []
  append(counts, toItems(sums), seconds)
  return true
}

function append(counts: Counts, items: BatchInput['items'], seconds: number): void {
  const span = randomUUID()
  for (let at = 0; at < items.length; at += ITEMS_MAX) {
    const some = items.slice(at, at + ITEMS_MAX)
    const lifeline = some.filter(isOnLifeline).map((item) => ({ ...item, number: onLifeline(item.number) }))
    counts.seq += 1
    counts.pending.push({
      batchId: `${span}.${at / ITEMS_MAX}`,
      boot: counts.boot,
      seq: counts.seq,
      seconds: Math.min(SECONDS_MAX, Math.max(1, seconds)),
      items: some.filter((item) => !isOnLifeline(item)),
      ...(lifeline.length > 0 ? { lifeline } : {}),
    })
  }
}

/** All items of a batch by the numbers of engine and counts. */
export function itemsOf({ items, lifeline = [] }: BatchInput): BatchInput['items'] {
  return [...items, ...lifeline.map((item) => ({ ...item, number: onLifeline(item.number) }))]
}

function toItems(sums: Record<string, UpDown>): BatchInput['items'] {
  return Object.entries(sums)
    .filter(([, [up, down]]) => up > 0 || down > 0)
    .map(([number, [up, down]]) => ({ number: Number(number), up, down }))
}
