import type { Static } from 'typebox'

import type { nodeApi, NodeSetup } from '../../../contract/node-api.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { callerOf } from '../../platform/limits/client-address.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { writeAudit } from '../audit/audit.ts'
import { insertNodeKey, spendEnrolToken } from './key-queries.ts'
import { makeNodeSecret } from './node-secrets.ts'
import { nodeSubject } from './node-subject.ts'
import { setupOf } from './setup-of.ts'

const TRIES: Limit = { name: 'node_enrol', points: 30, windowMs: 10 * 60_000 }

type Enrolled = { nodeId: number; secret: string; epoch: number; setup: NodeSetup }

/** Trades the one-time token for a key. The node's previous agent learns at its next call that it was replaced. */
export async function enrolNode(ctx: Ctx<'public'>, input: Static<typeof nodeApi.enrol.input>): Promise<Enrolled> {
  await takeOne(ctx, TRIES, callerOf(ctx.client.address))
  const enrolled = await inTx(ctx, async (tx) => {
    const node = await spendEnrolToken(tx.db, sha256(input.token), ctx.now)
    if (!node) return null
    const key = { nodeId: node.id, epoch: node.epoch }
    const { secret, sealedSecret } = makeNodeSecret(ctx.config.secretKey, key)
    await insertNodeKey(tx.db, { ...key, sealedSecret }, ctx.now)
    const detail = { epoch: node.epoch, agentVersion: input.agentVersion }
    const entry = {
      resellerId: null,
      actor: nodeSubject(node.id),
      action: 'node.enrolled',
      subject: nodeSubject(node.id),
    }
    await writeAudit(tx.db, { ...entry, detail }, ctx.now)
    return { ...key, secret, setup: await setupOf(tx, node) }
  })
  if (enrolled) return enrolled
  const alert = { resellerId: null, kind: 'node.refused' as const, subject: 'node:enrol', detail: { why: 'token' } }
  await raiseAlert(ctx.db, alert, ctx.now)
  return fail('node.enrol_refused')
}
