import { writeAudit } from '../../platform/audit.ts'
import { type Ctx, inTx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { loadNotice, markWithdrawn } from './operator-queries.ts'
import { noticeSubject } from './publish-notice.ts'

/** Takes a notice from everybody's eyes; the row stays. `changed` is false when it was withdrawn before. */
export function withdrawNotice(
  ctx: Pick<Ctx, 'db' | 'now'>,
  noticeId: number,
  actor: string,
): Promise<{ title: string; changed: boolean }> {
  return inTx(ctx, async (tx) => {
    const { title, resellerId, isKept } = (await loadNotice(tx.db, noticeId)) ?? fail('object.unknown')
    // It warns the user of what was done to the account: who did it must not take the warning back.
    if (isKept) fail('notice.kept')
    const changed = await markWithdrawn(tx.db, noticeId, ctx.now)
    const entry = { resellerId, actor, action: 'notice.withdrawn', subject: noticeSubject(noticeId) }
    await writeAudit(tx.db, { ...entry, detail: { changed } }, ctx.now)
    return { title, changed }
  })
}
