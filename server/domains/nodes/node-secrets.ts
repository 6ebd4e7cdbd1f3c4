import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { seal, unseal, randomToken, type SealKeys } from '../../platform/secrets/crypto.ts'
import type { NodeSecrets } from './node-fields.ts'
import { loadSealedSecrets, saveSealedSecrets } from './queries.ts'

const PURPOSE = 'node_settings'

export async function saveNodeSecrets(
  ctx: Pick<Ctx, 'config'> & { db: Tx },
  nodeId: number,
  secrets: NodeSecrets | null,
): Promise<void> {
  const sealed = secrets && seal(ctx.config.secretKey, PURPOSE, String(nodeId), JSON.stringify(secrets))
  await saveSealedSecrets(ctx.db, nodeId, sealed)
}

/** The secrets are in clear: send them only to the node itself. */
export async function loadNodeSecrets(ctx: Pick<Ctx, 'db' | 'config'>, nodeId: number): Promise<NodeSecrets | null> {
  const sealed = await loadSealedSecrets(ctx.db, nodeId)
  return sealed && (JSON.parse(unseal(ctx.config, PURPOSE, String(nodeId), sealed)) as NodeSecrets)
}

/** Null takes a secret away; what is left out stays. */
export type SecretsChange = { [K in keyof NodeSecrets]?: string | null | undefined }

/** The node's half of an encryption goes with the clients' half. */
export function mergeSecrets(
  before: NodeSecrets | null,
  change: SecretsChange = {},
  settings: Record<string, unknown>,
): NodeSecrets | null {
  const gone = 'encryption' in settings ? {} : { decryption: null }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const merged = Object.entries({ ...before, ...gone, ...given }).filter(([, value]) => value !== null)
  return merged.length === 0 ? null : (Object.fromEntries(merged) as NodeSecrets)
}

type KeyOf = { nodeId: number; epoch: number }

export function makeNodeSecret(secretKey: Buffer, of: KeyOf): { secret: string; sealedSecret: Buffer } {
  const secret = randomToken()
  return { secret, sealedSecret: seal(secretKey, 'node', ownerOf(of), secret) }
}

export function openNodeSecret(keys: SealKeys, of: KeyOf, sealed: Buffer): string {
  return unseal(keys, 'node', ownerOf(of), sealed)
}

function ownerOf({ nodeId, epoch }: KeyOf): string {
  return `${nodeId}.${epoch}`
}
