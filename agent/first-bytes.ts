type Options = {
  /** A user without bytes for this long has left. */
  pauseMs: number
  now?: () => number
}

/**
 * Finds users whose bytes flow again after a pause: they have just connected, and somebody may be waiting to be told.
 * Their bytes are pushed at once; everybody else's wait for the interval.
 */
export function watchFirstBytes({ pauseMs, now = () => performance.now() }: Options) {
  /** By the last bytes, the oldest first. */
  const usedAt = new Map<number, number>()
  let begun = new Set<number>()
  let takenAt = -Infinity
  return {
    note(byNumber: ReadonlyMap<number, number>): void {
      const at = now()
      for (const [number, usedMs] of usedAt) {
        if (at - usedMs <= pauseMs) break
        usedAt.delete(number)
      }
      for (const [number, bytes] of byNumber) {
        if (bytes === 0) continue
        if (!usedAt.delete(number)) begun.add(number)
        usedAt.set(number, at)
      }
    },

    /** A user whose bytes cannot wait for another reason. */
    hurry(number: number): void {
      begun.add(number)
    },

    /** On a busy node somebody always begins, so they are gathered for `everyMs`. */
    isDue: (everyMs: number): boolean => begun.size > 0 && now() - takenAt >= everyMs,

    /** Returns each user once for each beginning or hurry. */
    take(): ReadonlySet<number> {
      const taken = begun
      begun = new Set()
      takenAt = now()
      return taken
    },
  }
}
