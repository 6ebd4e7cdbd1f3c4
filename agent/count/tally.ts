import path from 'node:path'

import type { Reading } from '../drivers/driver.ts'
import { quarantine, readDurable, writeDurably } from '../durable-file.ts'
import { onLifeline } from '../lifeline.ts'
import type { BatchAnswer, BatchInput } from '../portal.ts'
import { absorb, itemsOf, merge, newCounts, noGain, seal, type Counts, type Gain, type UpDown } from './counts.ts'

export type Tally = ReturnType<typeof openTally>
type Unsettled = { first: Reading | null; lastByBoot: Map<string, Reading> }
type Options = { maxPending: number; now?: () => number }

/**
 * The bytes that this node has counted and the portal has not. Call `save` before any push. While the disk is full,
 * nothing new is pushed, and the engine's counters keep the bytes that this process would lose.
 */
export function openTally(dir: string, { maxPending, now = Date.now }: Options) {
  const file = path.join(dir, 'counts.json')
  const stored = readDurable<Counts>(file)
  const damagedFile = stored === 'damaged' ? quarantine(file) : null
  const isNew = typeof stored === 'string'
  const counts = isNew ? newCounts(now()) : stored
  /** Without a record, do not treat a running engine's counters as uncounted: see `settle`. */
  let unsettled: Unsettled | null = isNew ? { first: null, lastByBoot: new Map() } : null
  let isSaved = !isNew
  const uncounted = sumUncounted(counts)

  const tally = {
    damagedFile,
    counts,
    /** Bytes of a number that the portal does not have yet. */
    uncountedBytes: (number: number) => uncounted.get(number) ?? 0,
    isSettled: () => unsettled === null,
    isSaved: () => isSaved,

    /** Returns keys whose counter went backwards or was impossible. */
    take(reading: Reading): { gain: Gain; wrongKeys: string[] } {
      if (unsettled !== null) {
        unsettled.first ??= reading
        unsettled.lastByBoot.set(reading.boot, reading)
        return { gain: noGain(), wrongKeys: [] }
      }
      const { gain, wrongKeys, isChanged } = absorb(counts, reading, now())
      for (const [number, bytes] of gain.byNumber) uncounted.set(number, (uncounted.get(number) ?? 0) + bytes)
      if (isChanged) isSaved = false
      return { gain, wrongKeys }
    },

    /** An engine that this process started itself has no earlier bytes. */
    settleFresh(): void {
      if (unsettled === null) return
      unsettled = null
      isSaved = false
    },

    /**
     * Use this for an engine that ran before the record was lost. If the portal has no batches of this run, nothing was
     * counted before, so the counters count in full. Otherwise they count from the first reading. Bytes between the
     * portal's last batch and that reading are lost, and so are bytes in the damaged file.
     */
    settle(lastSeq: number): void {
      if (!unsettled?.first) return
      const { first, lastByBoot } = unsettled
      unsettled = null
      isSaved = false
      Object.assign(counts, { boot: first.boot, seq: lastSeq, base: lastSeq > 0 ? baseOf(first) : {} })
      for (const reading of lastByBoot.values()) tally.take(reading)
    },

    /** The boot whose last sequence `settle` needs from the portal. */
    unsettledBoot: (): string | null => unsettled?.first?.boot ?? null,

    /** With `only`, the bytes of all other numbers wait for the next call. */
    seal(lagSeconds: number, only?: ReadonlySet<number>): void {
      if (seal(counts, now(), lagSeconds, only)) isSaved = false
      if (merge(counts, maxPending)) isSaved = false
    },

    /** Never forget a key that is still being read: it would count again from 0. */
    forget(reading: Reading, isGone: (key: string) => boolean): void {
      for (const key of Object.keys(counts.base)) {
        if (!reading.counters.has(key) && isGone(key)) delete counts.base[key]
      }
    },

    /** Throws the disk's error. */
    save(): void {
      if (isSaved || unsettled !== null) return
      writeDurably(file, counts)
      isSaved = true
    },

    head: (): BatchInput | null => counts.pending[0] ?? null,

    /** Drops the first batch: the portal has it or will never take it. Save before sending the next one. */
    dropHead(answer: BatchAnswer | null): void {
      const batch = counts.pending.shift()
      isSaved = false
      subtract(uncounted, batch)
      for (const { number, bytesLeft } of answer?.left ?? []) counts.left[number] = bytesLeft
      for (const { number, bytesLeft } of answer?.lifelineLeft ?? []) counts.left[onLifeline(number)] = bytesLeft
    },

    forgetLeft(numbers: Iterable<number>): void {
      for (const number of numbers) for (const own of [number, onLifeline(number)]) delete counts.left[own]
    },
  }
  return tally
}

function baseOf(reading: Reading): Record<string, UpDown> {
  return Object.fromEntries([...reading.counters].map(([key, { up, down }]) => [key, [up, down]]))
}

function subtract(sums: Map<number, number>, batch: BatchInput | undefined): void {
  for (const { number, up, down } of batch ? itemsOf(batch) : []) {
    const rest = (sums.get(number) ?? 0) - up - down
    if (rest > 0) sums.set(number, rest)
    else sums.delete(number)
  }
}

function sumUncounted(counts: Counts): Map<number, number> {
  const sums = new Map<number, number>()
  const add = (number: number, bytes: number) => sums.set(number, (sums.get(number) ?? 0) + bytes)
  for (const [number, [up, down]] of Object.entries(counts.open.items)) add(Number(number), up + down)
  for (const batch of counts.pending) for (const { number, up, down } of itemsOf(batch)) add(number, up + down)
  return sums
}
