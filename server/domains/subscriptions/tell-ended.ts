import { inTx, type Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { emitAll, userOf, type Happened } from '../events/emit.ts'

const AT_ONCE = 500
/** What ended while no server ran for longer is no news any more. */
const NEWS_MS = 86_400_000

type Ended = Owner & { packageId: number | null; expiresAt: Date }

/** The job of every minute: each end is told once, in the transaction that notes it. */
export async function tellEnded(ctx: JobCtx): Promise<void> {
  for (;;) {
    const found = await inTx(ctx, async (tx) => {
      const ended = await noteEnded(tx.db, new Date(tx.now.getTime() - NEWS_MS), tx.now)
      const events = ended.map(({ expiresAt, packageId, ...owner }): Happened => {
        return ['package.ended', { ...userOf(owner), packageId, endedAt: expiresAt.toISOString() }]
      })
      await emitAll(tx, events)
      return events.length
    })
    if (found < AT_ONCE) return
  }
}

/** A package without an end, or a paused one, does not end by time. A renewal moves the end, so the next one counts. */
function noteEnded(db: Tx, after: Date, now: Date): Promise<Ended[]> {
  return db.query<Ended>({
    name: 'packages.note_ended',
    text: `update subscriptions s set ended_told_for = s.expires_at
             from (select reseller_id, account_id from subscriptions
                    where expires_at > $1 and expires_at <= $2 and period is distinct from 'once'
                      and ended_told_for is distinct from expires_at
                    order by expires_at limit ${AT_ONCE} for update skip locked) e
            where s.reseller_id = e.reseller_id and s.account_id = e.account_id
           returning s.reseller_id, s.account_id, s.package_id, s.expires_at`,
    values: [after, now],
  })
}
