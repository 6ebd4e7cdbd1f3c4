import type { Events, ReminderEvent } from '../../../../contract/events.ts'
import type { Owner } from '../../../platform/context.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { emitOnce } from './marks.ts'

export const REMINDED_AT_ONCE = 200

/**
 * Tells each in its own transaction, until a round finds fewer than a full page. Stops when a round brings nothing new,
 * or one that always fails would be tried forever.
 */
export async function remindAll<R extends Owner & { mark: string }, E extends ReminderEvent>(
  ctx: JobCtx,
  find: () => Promise<R[]>,
  event: E,
  write: (found: R) => Events[E] | Promise<Events[E]>,
): Promise<void> {
  const failed = new Set<string>()
  for (;;) {
    const found = await find()
    const fresh = found.filter((row) => !failed.has(nameOf(row)))
    for (const row of fresh) {
      const { resellerId, accountId } = row
      try {
        await emitOnce(ctx, event, await write(row), row.mark)
      } catch (err) {
        failed.add(nameOf(row))
        ctx.log.error({ err, resellerId, accountId }, 'not reminded')
      }
    }
    if (found.length < REMINDED_AT_ONCE || fresh.length === 0) return
  }
}

const nameOf = ({ resellerId, accountId, mark }: Owner & { mark: string }) => `${resellerId} ${accountId} ${mark}`
