import type { Ctx } from '../../platform/context.ts'
import { seal, unseal } from '../../platform/crypto.ts'
import { loadSealedSecrets, saveSealedSecrets } from './queries.ts'
import type { Tx } from '../../platform/db.ts'
import type { NodeSecrets } from './node-fields.ts'

const PURPOSE = 'node_settings'

export async function saveNodeSecrets(
  ctx: Pick<Ctx, 'config'> & { db: Tx },
  nodeId: number,
  secrets: NodeSecrets | null,
): Promise<void> {
  const sealed = secrets && seal(ctx.config.secretKey, PURPOSE, String(nodeId), JSON.stringify(secrets))
  await saveSealedSecrets(ctx.db, nodeId, sealed)
}

/** For what is sent to the node itself. */
export async function loadNodeSecrets(ctx: Pick<Ctx, 'db' | 'config'>, nodeId: number): Promise<NodeSecrets | null> {
  const sealed = await loadSealedSecrets(ctx.db, nodeId)
  return sealed && (JSON.parse(unseal(ctx.config, PURPOSE, String(nodeId), sealed)) as NodeSecrets)
}
