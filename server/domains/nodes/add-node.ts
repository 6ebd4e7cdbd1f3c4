import { writeAudit } from '../../platform/audit.ts'
import { mergeLanguages } from '../../platform/by-language.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { getReseller } from '../resellers/reseller-config.ts'
import { findNodeProblems, type NodeWish } from './node-fields.ts'
import { saveNodeSecrets } from './node-secrets.ts'
import { nodeSubject } from './node-subject.ts'
import { holdPlaces, insertNode, isPortTaken } from './queries.ts'

/** A node nobody runs yet: its agent enrols with a token of its own. Answers its id. */
export function addNode(ctx: Pick<Ctx, 'db' | 'now' | 'config'>, wish: NodeWish, actor: string): Promise<number> {
  const node = { ...wish, names: mergeLanguages({}, wish.names) }
  const problems = findNodeProblems(node)
  if (Object.keys(problems).length > 0) fail('request.invalid', { fields: problems })
  return inTx(ctx, async (tx) => {
    if (wish.resellerId !== null) await getReseller(tx, wish.resellerId)
    const { secrets, ...fields } = node
    await holdPlaces(tx.db)
    if (await isPortTaken(tx.db, node, null)) fail('node.port_taken')
    const nodeId = (await insertNode(tx.db, fields, ctx.now)) ?? fail('node.taken')
    if (secrets) await saveNodeSecrets(tx, nodeId, secrets)
    const detail = { name: wish.name, region: wish.region, protocol: wish.protocol, connection: wish.connection }
    const entry = { resellerId: wish.resellerId, actor, action: 'node.added', subject: nodeSubject(nodeId), detail }
    await writeAudit(tx.db, entry, ctx.now)
    return nodeId
  })
}
