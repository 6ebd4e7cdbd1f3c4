import { limits } from '../../../contract/limits.ts'
import { writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { randomToken, sha256 } from '../../platform/crypto.ts'
import { fail } from '../../platform/errors.ts'
import { saveEnrolToken } from './key-queries.ts'
import { getNodeLocked } from './load-node.ts'
import { nodeSubject } from './node-subject.ts'

/** For one enrolment within a day; an earlier token that was not used is void. The agent in place goes on until then. */
export function issueEnrolToken(
  ctx: Pick<Ctx, 'db' | 'now'>,
  nodeId: number,
  actor: string,
): Promise<{ token: string; expiresAt: Date }> {
  return inTx(ctx, async (tx) => {
    const node = await getNodeLocked(tx, nodeId)
    if (node.connection !== 'agent') fail('request.invalid', { fields: { node: 'is run by a foreign agent' } })
    if (node.isDemo) fail('request.invalid', { fields: { node: 'is a demo of the sandbox: add one of your own' } })
    // It goes onto a command line, where a word that begins with a dash is taken for an option.
    const token = `en1.${randomToken()}`
    const expiresAt = new Date(ctx.now.getTime() + limits.nodeEnrolTtlMs)
    await saveEnrolToken(tx.db, nodeId, sha256(token), expiresAt)
    const entry = { resellerId: node.resellerId, actor, action: 'node.enrol_issued', subject: nodeSubject(nodeId) }
    await writeAudit(tx.db, entry, ctx.now)
    return { token, expiresAt }
  })
}
