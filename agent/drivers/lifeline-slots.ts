import { readDurable, writeDurably } from '../durable-file.ts'

export type Slots = ReturnType<typeof openSlots>
type Stored = { holders: number[]; free: number[] }

/** How many users of a node can be on a lifeline at once. Further ones are not let in. */
export const SLOTS = 1_000

/**
 * Names for users on a lifeline. The engine takes its rules once, when it starts, and a rule names users one by one. So
 * the rule lists these names, and whoever comes to a lifeline gets one of them. The name that was free longest comes
 * next: bytes that were under way when its last holder left are counted long before.
 */
export function openSlots(file: string) {
  let stored: Stored = { holders: [], free: [] }
  const slotOf = new Map<number, number>()
  const isSaved = () => {
    try {
      writeDurably(file, stored)
      return true
    } catch {
      // The disk is full. So nobody gets a lifeline that the next agent would not know of.
      return false
    }
  }
  return {
    /** For an engine that has just started: nobody has a name yet. */
    clear(): void {
      stored = { holders: [], free: Array.from({ length: SLOTS }, (_, at) => at) }
      slotOf.clear()
    },

    /** For an engine that an earlier agent left. Without the file nobody is known, and the engine is in doubt. */
    restore(inEngine: ReadonlySet<number>): void {
      const found = readDurable<Stored>(file)
      stored = typeof found === 'string' ? { holders: [], free: [] } : found
      slotOf.clear()
      const free = new Set(stored.free)
      for (const [slot, number] of stored.holders.entries()) {
        if (!number || free.has(slot)) continue
        if (inEngine.has(number)) slotOf.set(number, slot)
        else stored.free.push(slot)
      }
    },

    /** Gives each of these numbers a name, on the disk before the engine has it. Returns the numbers that got none. */
    take(numbers: readonly number[]): Set<number> {
      const without = new Set<number>()
      for (const number of numbers) {
        if (slotOf.has(number)) continue
        const slot = stored.free.shift()
        if (slot === undefined) {
          without.add(number)
          continue
        }
        stored.holders[slot] = number
        slotOf.set(number, slot)
      }
      return numbers.length === 0 || isSaved() ? without : new Set(numbers)
    },

    release(numbers: Iterable<number>): void {
      for (const number of numbers) {
        const slot = slotOf.get(number)
        if (slot === undefined) continue
        slotOf.delete(number)
        stored.free.push(slot)
      }
    },

    of: (number: number): number | undefined => slotOf.get(number),
    /** Also the last holder of a name that is free. */
    holder: (slot: number): number | null => stored.holders[slot] || null,
  }
}
