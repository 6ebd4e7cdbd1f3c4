import { limits } from '../../../contract/limits.ts'
import type { Owner } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { beginPackage } from '../subscriptions/begin-package.ts'

/** The job that lets packages begin whose user has connected for the first time. */
export async function beginWaiting(ctx: JobCtx): Promise<void> {
  for (const { firstAt, ...owner } of await findFirstUses(ctx.db, ctx.now)) {
    // A failed one must not block the others.
    await beginPackage(ctx, owner, firstAt).catch((err: unknown) => ctx.log.error({ err, ...owner }, 'not begun'))
  }
}

type FirstUse = Owner & { firstAt: Date }

/** A user who was connected while redeeming begins with that. A paused package has no end, and waits on. */
function findFirstUses(db: Db, now: Date): Promise<FirstUse[]> {
  return db.query<FirstUse>({
    name: 'traffic.first_uses',
    text: `select s.reseller_id, s.account_id, min(greatest(c.begun_at, w.since)) as first_at
      from subscriptions s
      cross join lateral (select s.starts_by - $2 * interval '1 millisecond' as since) w
      join line_contacts c on c.reseller_id = s.reseller_id and c.account_id = s.account_id and c.seen_at > w.since
      where s.starts_by > $1 and s.expires_at is not null and s.piece_revision = s.revision
      group by s.reseller_id, s.account_id order by s.reseller_id, s.account_id limit 1000`,
    values: [now, limits.firstUseWaitMs],
  })
}
