import { endingDays } from '../../../../contract/console/choices.ts'
import { LIST_COUNT_MAX } from '../../../../contract/console/list.ts'
import type { Overview } from '../../../../contract/console/overview.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { readByIndex } from '../../../platform/db/read-by-index.ts'
import { addJob, type JobCtx } from '../../../platform/jobs/jobs.ts'
import { countUsers } from '../../users/count-users.ts'
import type { UserFilter } from '../../users/filter-users.ts'
import { loadContacts, saveContacts } from './queries.ts'

/** How old the counts may be before a look at the overview has them counted again. */
const FRESH_MS = 5 * 60_000

/**
 * Counting takes twenty times as long as all else on the overview, so a job does it: the page shows what was counted last,
 * and looks again soon where that is old.
 */
export async function showContacts({
  db,
  now,
  resellerId,
}: Pick<StaffCtx, 'db' | 'now' | 'resellerId'>): Promise<Overview['contacts']> {
  const found = await loadContacts(db, resellerId)
  const isCounting = !found || isOld(found.countedAt, now)
  if (isCounting) {
    const key = `office.count_contacts:${resellerId}`
    await addJob(db, 'office.count_contacts', { resellerId }, { key, maxAttempts: 3 })
  }
  if (!found) return null
  const shown = (count: number) => ({ count: Math.min(count, LIST_COUNT_MAX), isFloor: count > LIST_COUNT_MAX })
  return {
    ending: shown(found.ending),
    overQuota: shown(found.overQuota),
    neverConnected: shown(found.neverConnected),
    countedAt: found.countedAt.toISOString(),
    isCounting,
  }
}

/** The job. Several looks may have asked for it before it was done. */
export async function countContacts(ctx: JobCtx, { resellerId }: { resellerId: number }): Promise<void> {
  const { now, config } = ctx
  const before = await loadContacts(ctx.db, resellerId)
  if (before && !isOld(before.countedAt, now)) return
  const asked = { resellerId, now, timeZone: config.businessTz, seesMails: false, found: null }
  await inTx(ctx, async (tx) => {
    await readByIndex(tx.db)
    const count = (filter: UserFilter) => countUsers(tx.db, asked, filter)
    await saveContacts(tx.db, {
      resellerId,
      ending: await count({ endsWithinDays: endingDays }),
      overQuota: await count({ overQuota: true }),
      neverConnected: await count({ neverConnected: true }),
      countedAt: now,
    })
  })
}

function isOld(countedAt: Date, now: Date): boolean {
  return now.getTime() - countedAt.getTime() >= FRESH_MS
}
