import type { Worker, WorkerEvents } from 'graphile-worker'

/** What a runner really holds: jobs it works on or is about to give back, and searches still waiting for an answer. */
export type FollowedJobs = {
  /** By `lockName`. */
  holds(lock: string): boolean
  searches(): ReadonlySet<symbol>
  /** Jobs that were finished. Their rows are deleted or unlocked a little later. */
  ended(): readonly string[]
  /** Call when the row of an ended job is gone or locked by another runner. */
  forget(locks: readonly string[]): void
}

/** Each taking of a job counts one more attempt: the same job may end here and be taken again without our knowledge. */
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
