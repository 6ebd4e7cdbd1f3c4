import type { Worker, WorkerEvents } from 'graphile-worker'

/** What a runner really has: jobs that it works on or is about to give back, and searches whose answer is still to come. */
export type FollowedJobs = {
  /** By `lockName`. */
  holds(lock: string): boolean
  searches(): ReadonlySet<symbol>
  /** Jobs that were worked on to the end. Their rows go, or are unlocked, a little later. */
  ended(): readonly string[]
  /** The row of an ended job is gone or somebody else's. */
  forget(locks: readonly string[]): void
}

/** Each time a job is taken is a try more: the same job may have ended here and been taken again without our knowledge. */
export function lockName({ id, attempts }: { id: string; attempts: number }): string {
  return `${id}:${attempts}`
}

export function followJobs(events: WorkerEvents): FollowedJobs {
  const searching = new Map<Worker, symbol>()
  const held = new Set<string>()
  const ended = new Set<string>()
  events.on('worker:getJob:start', ({ worker }) => searching.set(worker, Symbol('search')))
  events.on('worker:getJob:empty', ({ worker }) => searching.delete(worker))
  events.on('worker:getJob:error', ({ worker }) => searching.delete(worker))
  events.on('job:start', ({ worker, job }) => {
    searching.delete(worker)
    held.add(lockName(job))
    ended.delete(lockName(job))
  })
  events.on('job:complete', ({ job }) => ended.add(lockName(job)))
  return {
    holds: (lock) => held.has(lock),
    searches: () => new Set(searching.values()),
    ended: () => [...ended],
    forget(locks) {
      for (const lock of locks) if (ended.delete(lock)) held.delete(lock)
    },
  }
}
