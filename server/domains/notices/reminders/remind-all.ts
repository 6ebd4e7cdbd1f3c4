import type { Owner } from '../../../platform/context.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'

export const REMINDED_AT_ONCE = 200

/**
 * Tells each in its own transaction, until a round finds fewer than a full page. Stops when a round brings nothing new,
 * or one that always fails would be tried forever.
 */
export async function remindAll<R extends Owner & { mark: string }>(
  ctx: JobCtx,
  find: () => Promise<R[]>,
  tell: (ctx: JobCtx, found: R) => Promise<void>,
): Promise<void> {
  const failed = new Set<string>()
  for (;;) {
    const found = await find()
    const fresh = found.filter((row) => !failed.has(nameOf(row)))
    for (const row of fresh) {
      const { resellerId, accountId } = row
      await tell(ctx, row).catch((err: unknown) => {
        failed.add(nameOf(row))
        ctx.log.error({ err, resellerId, accountId }, 'not reminded')
      })
    }
    if (found.length < REMINDED_AT_ONCE || fresh.length === 0) return
  }
}

const nameOf = ({ resellerId, accountId, mark }: Owner & { mark: string }) => `${resellerId} ${accountId} ${mark}`
