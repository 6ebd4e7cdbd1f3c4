import { inTx, type Ctx, type Owner } from '../../../platform/context.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { endSessions } from '../end-sessions.ts'
import type { Helper } from './give-help.ts'

/** Signs a user out everywhere, for a user who lost a device. Forgets remembered devices too. */
export function endSessionsOf(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner, { actor }: Helper): Promise<number> {
  return inTx(ctx, async (tx) => {
    const ended = await endSessions(tx, owner)
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor, action: 'sessions.ended_by_staff', subject }
    await writeAudit(tx.db, { ...entry, before: { sessions: ended }, after: { sessions: 0 } }, ctx.now)
    return ended
  })
}
