import { writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { randomToken, sha256 } from '../../platform/crypto.ts'
import { fail } from '../../platform/errors.ts'
import { saveUniproxyToken } from './key-queries.ts'
import { getNodeLocked } from './load-node.ts'
import { nodeSubject } from './node-subject.ts'

/** For a foreign agent's settings. The one before stops at once. */
export function issueUniproxyToken(ctx: Pick<Ctx, 'db' | 'now'>, nodeId: number, actor: string): Promise<string> {
  return inTx(ctx, async (tx) => {
    const node = await getNodeLocked(tx, nodeId)
    if (node.connection !== 'uniproxy') fail('request.invalid', { fields: { node: 'is run by our own agent' } })
    const token = randomToken()
    await saveUniproxyToken(tx.db, nodeId, sha256(token))
    const entry = { resellerId: node.resellerId, actor, action: 'node.uniproxy_issued', subject: nodeSubject(nodeId) }
    await writeAudit(tx.db, entry, ctx.now)
    return token
  })
}
