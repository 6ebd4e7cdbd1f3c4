import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { loadNode } from '../../nodes/load-node.ts'
import { addNode, updateNode } from '../../nodes/operator.ts'

const { nodes } = consoleApi

type Key = Static<typeof nodes.replaceKey.input>

export const addNodeFor: Handler<typeof nodes.add> = async (ctx, { onlyFor, realityPrivateKey, ...wish }) => {
  const secrets = realityPrivateKey === undefined ? null : { realityPrivateKey }
  return { nodeId: await addNode(ctx, { ...wish, resellerId: onlyFor ?? null, secrets }, staffActor(ctx)) }
}

/** Replaces both keys of the pair: clients with the old key cannot connect until they fetch their feed again. */
export async function replaceKey(ctx: StaffCtx<'platform'>, { nodeId, privateKey, publicKey }: Key): Promise<object> {
  const node = (await loadNode(ctx, nodeId)) ?? fail('object.unknown')
  const change = { secrets: { realityPrivateKey: privateKey }, settings: { ...node.settings, publicKey } }
  await updateNode(ctx, nodeId, change, staffActor(ctx))
  return {}
}
