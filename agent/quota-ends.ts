import type { NodeUser } from '../contract/node-api.ts'
import type { Tally } from './count/tally.ts'
import { nearEnds } from './enforce.ts'

/**
 * How many polls ahead the end of a quota is seen. Other nodes use up the rest at the same time, so from then on bytes
 * are pushed early, and each answer has this node's share of what is left.
 */
const NEAR_POLLS = 20
/** From here on they are pushed more often still: what other nodes use meanwhile is missing in this node's share. */
const URGENT_POLLS = 3
const URGENT_PUSH_MS = 250
/** On a busy node somebody always begins or is near an end: early pushes come at most this often. */
const EARLY_PUSH_MS = 1_000
/** Shortly before an end counters are read more often than at each poll, but not more often than this. */
const LOOK_MIN_MS = 100

/** Sees who comes to the end of a quota or of this node's share of it, so that it is noticed when it is there. */
export function watchQuotaEnds(pollMs: number, now = () => performance.now()) {
  let notedMs = now()
  let ends: ReadonlyMap<number, number> = new Map()
  /** Whether somebody may soon be cut unless the portal gives another share. */
  const isUrgent = () => Math.min(Infinity, ...ends.values()) < URGENT_POLLS * pollMs
  return {
    /** Returns the users who are near their end by what they have used since the call before. */
    note(bytes: ReadonlyMap<number, number>, users: ReadonlyMap<number, NodeUser>, tally: Tally): number[] {
      const ms = now() - notedMs
      notedMs += ms
      ends = nearEnds({ bytes, ms }, users, tally, NEAR_POLLS * pollMs)
      return [...ends.keys()]
    },

    pushEveryMs: (): number => (isUrgent() ? URGENT_PUSH_MS : EARLY_PUSH_MS),

    untilNextLookMs(): number {
      // Users beyond the end are cut already.
      const next = Math.min(isUrgent() ? URGENT_PUSH_MS : pollMs, ...[...ends.values()].filter((ms) => ms > 0))
      return Math.min(pollMs, Math.max(LOOK_MIN_MS, next))
    },

    isNear: (number: number): boolean => ends.has(number),
  }
}
