import type { Logger } from 'pino'

import { raiseAlert } from '../domains/alerts/alerts.ts'
import { clock } from '../platform/clock.ts'
import { inTransaction, type Db, type Tx } from '../platform/db/db.ts'
import { findJobsLockedBy, giveJobsBack, unlockJobsOf, type LockedJob } from '../platform/jobs/jobs.ts'
import { lockName, type FollowedJobs } from './follow-jobs.ts'
import { keepLooking } from './keep-looking.ts'

type LostDeps = { db: Db; log: Logger }
/** A runner of this process; `jobs` is null once it has ended. */
export type KnownRunner = { workerId: string; jobs: FollowedJobs | null }
type Suspect = { lockedAt: string; searches: ReadonlySet<symbol> }

const LOOK_MS = 15_000
/** A gateway, a mail server and a job's statements together seldom take this long. */
const HUNG_S = 30

/**
 * Frees jobs that runners of this process locked but never got. The statement that takes a job runs in the database
 * even when its answer is lost. After a freeze longer than the driver waits, jobs are locked by a living runner that
 * knows nothing of them, and the library would free them only after four hours. A job is lost when its runner has not
 * begun it at two looks and no search that might still bring it is under way.
 */
export function makeLostJobLook({ db, log }: LostDeps, runners: () => readonly KnownRunner[]): () => Promise<void> {
  let suspects = new Map<string, Suspect>()
  return async () => {
    const known = [...runners()]
    const endedBefore = known.map(({ jobs }) => jobs?.ended() ?? [])
    const locked = await findJobsLockedBy(
      db,
      known.map(({ workerId }) => workerId),
    )
    const next = new Map<string, Suspect>()
    const lost = known.flatMap(({ workerId, jobs }, index) => {
      const own = locked.filter(({ lockedBy }) => lockedBy === workerId)
      const isLocked = new Set(own.map(lockName))
      jobs?.forget(endedBefore[index]!.filter((lock) => !isLocked.has(lock)))
      const searches = jobs?.searches() ?? new Set<symbol>()
      return own.filter((job) => {
        if (jobs?.holds(lockName(job))) return false
        const suspect = suspects.get(job.id)
        if (suspect?.lockedAt !== job.lockedAt) {
          next.set(job.id, { lockedAt: job.lockedAt, searches })
          return false
        }
        if (![...suspect.searches].some((search) => searches.has(search))) return true
        next.set(job.id, suspect)
        return false
      })
    })
    suspects = next
    if (lost.length > 0) await free({ db, log }, lost)
  }
}

/** Raises an alert: jobs that hang for a while are worth knowing about, even when nobody has to act. */
async function free({ db, log }: LostDeps, lost: readonly LockedJob[]): Promise<void> {
  const freed = await inTransaction(db, async (tx) => {
    const ids = new Set((await giveJobsBack(tx, lost)).map(({ id }) => id))
    const jobs = lost.filter(({ id }) => ids.has(id))
    await tell(tx, jobs)
    return jobs
  })
  for (const { id, name, lockedAt } of freed)
    log.error(`the job ${id} (${name}), locked at ${lockedAt}, was lost: free again`)
}

async function tell(tx: Tx, jobs: readonly LockedJob[]): Promise<void> {
  for (const [name, group] of Object.entries(Object.groupBy(jobs, (job) => job.name))) {
    const about = { resellerId: null, kind: 'job.stuck' as const, subject: `job:${name}`, isWatched: true }
    await raiseAlert(tx, { ...about, detail: { name, count: group?.length ?? 0 } }, clock.now())
  }
}

/**
 * Frees the jobs that an ended runner of this process could not give back. This counts as an attempt. It raises no
 * alert: a short outage of the database needs none.
 */
export async function freeJobsOfEnded({ db, log }: LostDeps, workerId: string): Promise<void> {
  const hung = await inTransaction(db, async (tx) => {
    const jobs = (await findJobsLockedBy(tx, [workerId])).filter(({ lockedS }) => lockedS > HUNG_S)
    await unlockJobsOf(tx, workerId)
    await tell(tx, jobs)
    return jobs
  })
  for (const { id, name, lockedAt } of hung)
    log.error(`the job ${id} (${name}), locked at ${lockedAt}, hung until its runner ended: free again`)
}

export function freeLostJobs(
  deps: LostDeps,
  runners: () => readonly KnownRunner[],
  stopping: AbortSignal,
): Promise<void> {
  const looking = { what: 'lost jobs', everyMs: LOOK_MS, log: deps.log, stopping }
  return keepLooking(makeLostJobLook(deps, runners), looking)
}
