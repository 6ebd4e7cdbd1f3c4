import { usesTls } from '../../../contract/node-engines.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import type { AuditActor } from '../audit/audit.ts'
import { loadNode, type Node, type NodeReport } from './load-node.ts'
import { updateNode } from './operator.ts'

type Shown = Pick<Node & NodeReport, 'protocol' | 'connection' | 'isDemo' | 'settings' | 'lookCertSha256'>

/**
 * A node with a certificate of its own that clients are not held to: those with a current Xray carry nothing. `seen`: what a
 * look saw there. Null where clients know enough. What our agent makes itself it tells itself.
 */
export function unpinnedOf(node: Shown): { seen: string | null } | null {
  const { connection, isDemo, settings, lookCertSha256: seen } = node
  const { certSha256, certMode, allowInsecure } = settings
  if (isDemo || !usesTls(node) || (connection === 'agent' && certMode === 'self')) return null
  if (certSha256 !== undefined) return seen === null || seen === certSha256 ? null : { seen }
  return seen !== null || allowInsecure === true || certMode === 'self' ? { seen } : null
}

/**
 * Holds clients to the certificate that a look saw. Those that know no pin accept it then, too. Returns its SHA-256.
 * `confirmed`: the one that somebody read before the press; a later look may have seen another.
 */
export async function pinSeen(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  nodeId: number,
  actor: AuditActor,
  confirmed?: string,
): Promise<string> {
  const node = (await loadNode(ctx, nodeId)) ?? fail('object.unknown')
  const certSha256 = unpinnedOf(node)?.seen
  if (!certSha256) fail('request.invalid', { fields: { node: 'no look has seen a certificate there that apps lack' } })
  if (confirmed !== undefined && confirmed !== certSha256)
    fail('request.invalid', { fields: { seen: 'a later look has seen another certificate' } })
  await updateNode(ctx, nodeId, { settings: { ...node.settings, certSha256, allowInsecure: true } }, actor)
  return certSha256
}
