import type { Worker, WorkerEvents } from 'graphile-worker'

/** What a runner really has: jobs that it works on or is about to give back, and searches whose answer is still to come. */
export type FollowedJobs = {
  holds(jobId: string): boolean
  searches(): ReadonlySet<symbol>
  /** Jobs that were worked on to the end. Their rows go, or are unlocked, a little later. */
  ended(): readonly string[]
  /** The row of an ended job is gone or somebody else's. */
  forget(jobIds: readonly string[]): void
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
    held.add(String(job.id))
    ended.delete(String(job.id))
  })
  events.on('job:complete', ({ job }) => ended.add(String(job.id)))
  return {
    holds: (jobId) => held.has(jobId),
    searches: () => new Set(searching.values()),
    ended: () => [...ended],
    forget(jobIds) {
      for (const id of jobIds) if (ended.delete(id)) held.delete(id)
    },
  }
}
