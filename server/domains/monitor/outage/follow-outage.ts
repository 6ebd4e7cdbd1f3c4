import type { ServingTrouble } from '../../../platform/db/readiness.ts'

export type Reason = 'unavailable' | 'disk_full' | 'read_only'

/** One check of the database: its result, and its begin and end by a clock that nobody adjusts. */
export type Look = { reason: Reason | null; at: Date; beganMs: number; endedMs: number }

export type Outage = {
  reason: Reason
  begin: Date
  beganMs: number
  /** Failed checks so far. */
  looks: number
  /** Since when checks succeed again. */
  end: { at: Date; ms: number } | null
}

/** Required failed checks: a machine that wakes from sleep makes one failed check of any length. */
const LEAST_LOOKS = 3

/** A database of another release is no outage: the processes and /readyz already report it. */
export function reasonOf(trouble: ServingTrouble | null): Reason | null {
  if (trouble === null || trouble === 'database not migrated') return null
  if (trouble === 'database disk full') return 'disk_full'
  return trouble === 'database read-only' ? 'read_only' : 'unavailable'
}

/**
 * Combines checks into outages. A hiccup is forgotten at the first good check. An outage ends only after a while
 * without trouble, so that a database that comes and goes makes one outage and not twenty.
 */
export function followOutage({ awayMs, recoveryMs }: { awayMs: number; recoveryMs: number }) {
  let outage: Outage | null = null
  const isGrave = ({ looks, beganMs, end }: Outage, nowMs: number) =>
    looks >= LEAST_LOOKS && (end?.ms ?? nowMs) - beganMs >= awayMs
  return {
    /** The current outage if it is grave enough to report, else null. */
    current: (nowMs: number) => (outage && !outage.end && isGrave(outage, nowMs) ? outage : null),
    /** True if the last check succeeded. */
    isWell: () => outage === null || outage.end !== null,
    /** Notes a check and returns the outage that it ended, or null. */
    note({ reason, at, beganMs, endedMs }: Look): Outage | null {
      if (reason !== null) {
        outage ??= { reason, begin: at, beganMs, looks: 0, end: null }
        outage = { ...outage, reason, looks: outage.looks + 1, end: null }
        return null
      }
      if (!outage) return null
      const known = outage
      outage = { ...known, end: known.end ?? { at, ms: beganMs } }
      if (!isGrave(outage, endedMs)) outage = null
      if (!outage?.end || endedMs - outage.end.ms < recoveryMs) return null
      const over = outage
      outage = null
      return over
    },
    /** For the end of the process: returns an outage that is over but still in its recovery time. */
    takeEnded(): Outage | null {
      const ended = outage?.end ? outage : null
      if (ended) outage = null
      return ended
    },
  }
}
