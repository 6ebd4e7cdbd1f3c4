import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { accountSubject, writeAudit, type AuditActor } from '../audit/audit.ts'
import { lockLines } from './align-queries.ts'
import { endLater, openService } from './change-line.ts'
import { isWaiting } from './line-states.ts'
import { placeLine } from './place-line.ts'
import { loadPlace } from './queries.ts'

/** For a user who asks staff for it: as the user's own move, but it uses up none of the user's tries. */
export function moveLineFor(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  owner: Owner,
  { number, nodeId }: { number: number; nodeId: number },
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    const place = (await loadPlace(tx.db, owner.resellerId, nodeId)) ?? fail('object.unknown')
    const { lineLimit } = await openService(tx, owner)
    const lines = await lockLines(tx.db, [owner])
    const leaving = lines.find((line) => line.number === number && line.leavesAt === null) ?? fail('object.unknown')
    if (isWaiting(leaving.state)) fail('line.wrong_state')
    const leavesAt = new Date(tx.now.getTime() + limits.lineUndoMs)
    await placeLine(tx, owner, { nodeId, lineLimit, lines, leaving, leavesAt })
    await endLater(tx.db, owner, leavesAt)
    const entry = { resellerId: owner.resellerId, actor, action: 'account.line_moved' }
    const change = { before: { node: leaving.nodeName }, after: { node: place.name } }
    await writeAudit(tx.db, { ...entry, subject: accountSubject(owner.accountId), ...change }, tx.now)
  })
}
