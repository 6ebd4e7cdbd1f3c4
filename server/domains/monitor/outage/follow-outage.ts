import type { ServingTrouble } from '../../../platform/readiness.ts'

export type Reason = 'unavailable' | 'disk_full' | 'read_only'

/** One look at the database: how it went, when it began and ended by a clock that nobody sets. */
export type Look = { reason: Reason | null; at: Date; beganMs: number; endedMs: number }

export type Outage = {
  reason: Reason
  begin: Date
  beganMs: number
  /** Bad looks so far. */
  looks: number
  /** Since when looks are good again. */
  end: { at: Date; ms: number } | null
}

/** A machine that slept makes one bad look of any length when it wakes. */
const LEAST_LOOKS = 3

/** A database of another release is no outage: its processes say so themselves, and /readyz does. */
export function reasonOf(trouble: ServingTrouble | null): Reason | null {
  if (trouble === null || trouble === 'database not migrated') return null
  if (trouble === 'database disk full') return 'disk_full'
  return trouble === 'database read-only' ? 'read_only' : 'unavailable'
}

/**
 * Puts looks together to outages. A hiccup is forgotten with the first good look; an outage is over when all has been
 * well for a while, so that a database that comes and goes is one outage and not twenty.
 */
export function followOutage({ awayMs, recoveryMs }: { awayMs: number; recoveryMs: number }) {
  let outage: Outage | null = null
  const isGrave = ({ looks, beganMs, end }: Outage, nowMs: number) =>
    looks >= LEAST_LOOKS && (end?.ms ?? nowMs) - beganMs >= awayMs
  return {
    /** The one under way that is worth telling; null while there is none. */
    current: (nowMs: number) => (outage && !outage.end && isGrave(outage, nowMs) ? outage : null),
    /** Whether the database served when it was looked at last. */
    isWell: () => outage === null || outage.end !== null,
    /** The outage that this look ended, or null. */
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
    /** At the end of the process: one that is over but for the wait. */
    takeEnded(): Outage | null {
      const ended = outage?.end ? outage : null
      if (ended) outage = null
      return ended
    },
  }
}
