import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { loadNode } from '../../nodes/load-node.ts'
import { mergeSecrets } from '../../nodes/node-secrets.ts'
import { addNode, updateNode } from '../../nodes/operator.ts'

const { nodes } = consoleApi

type Key = Static<typeof nodes.replaceKey.input>
type Halves = Static<typeof nodes.setEncryption.input>

export const addNodeFor: Handler<typeof nodes.add> = async (
  ctx,
  { onlyFor, realityPrivateKey, decryption, ...wish },
) => {
  const secrets = mergeSecrets(null, { realityPrivateKey, decryption }, wish.settings)
  return { nodeId: await addNode(ctx, { ...wish, resellerId: onlyFor ?? null, secrets }, staffActor(ctx)) }
}

/** Replaces both keys of the pair: clients with the old key cannot connect until they fetch their feed again. */
export async function replaceKey(ctx: StaffCtx<'platform'>, { nodeId, privateKey, publicKey }: Key): Promise<object> {
  const node = (await loadNode(ctx, nodeId)) ?? fail('object.unknown')
  const change = { secrets: { realityPrivateKey: privateKey }, settings: { ...node.settings, publicKey } }
  await updateNode(ctx, nodeId, change, staffActor(ctx))
  return {}
}

/** Sets or takes away both halves at once: clients connect again when they have fetched their feed. */
export async function setEncryption(ctx: StaffCtx<'platform'>, { nodeId, ...given }: Halves): Promise<object> {
  const node = (await loadNode(ctx, nodeId)) ?? fail('object.unknown')
  const { encryption: _old, ...others } = node.settings
  const encryption = given.encryption.trim()
  const decryption = given.decryption.trim()
  const change = {
    settings: encryption === '' ? others : { ...others, encryption },
    secrets: decryption === '' ? {} : { decryption },
  }
  await updateNode(ctx, nodeId, change, staffActor(ctx))
  return {}
}
