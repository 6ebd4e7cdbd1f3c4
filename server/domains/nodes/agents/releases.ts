import { createPublicKey, sign, type KeyObject } from 'node:crypto'

import { agentVersion, signedText } from '../../../../contract/agent-release.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { nodeSubject } from '../node-subject.ts'
import type { Bundle } from './bundle.ts'
import { findFleet, type FleetRow } from './fleet.ts'
import { loadNewestRelease, loadOffer, loadRelease, saveRelease, wantRelease, type SignedRelease } from './queries.ts'

type DbCtx = Pick<Ctx, 'db' | 'now'>

/** Signs this release's agent. The private key is used here and stored nowhere. */
export function signBundle(ctx: DbCtx, bundle: Bundle, key: KeyObject, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    const { number } = bundle
    const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
    const signature = sign(null, Buffer.from(signedText(bundle)), key)
    const sha256 = Buffer.from(bundle.sha256, 'hex')
    await saveRelease(tx.db, { number, sha256, signature, publicKey, signedAt: ctx.now })
    const detail = { agentVersion: agentVersion(number) }
    await writeAudit(tx.db, { resellerId: null, actor, action: 'node.agent_signed', subject: null, detail }, ctx.now)
  })
}

/** The key to pin on a new node; null when nobody has signed this very file. */
export async function keyToPin(ctx: Pick<Ctx, 'db'>, bundle: Bundle): Promise<string | null> {
  const release = await loadRelease(ctx.db, bundle.number)
  return release?.sha256.toString('hex') === bundle.sha256 ? release.publicKey.toString('base64') : null
}

/** One line for root on a node that was enrolled without the key that signs. Null while nobody has signed. */
export async function keyLine(ctx: Pick<Ctx, 'db'>): Promise<string | null> {
  const release = await loadNewestRelease(ctx.db)
  if (!release) return null
  const key = release.publicKey.toString('base64')
  return `runuser -u yuxian-agent -- node /opt/yuxian-agent/yuxian-agent.mjs key ${key} && systemctl restart yuxian-agent`
}

/** Nodes that take no release, since they do not have the key that signs. */
export const lacksKey = ({ hasUpdateKey }: Pick<FleetRow, 'hasUpdateKey'>): boolean => hasUpdateKey === false

/**
 * Wants a signed release on one node, or on all. All come second: one node has to run it first. Returns on how many
 * nodes that is new.
 */
export function offerRelease(ctx: DbCtx, number: string, nodeId: number | null, actor: AuditActor): Promise<number> {
  return inTx(ctx, async (tx) => {
    if (!(await loadRelease(tx.db, number))) fail('node.agent_unsigned')
    const fleet = await findFleet(tx.db)
    if (nodeId !== null && !fleet.some(({ id }) => id === nodeId)) fail('object.unknown')
    if (nodeId === null && !fleet.some((node) => node.agentVersion === agentVersion(number))) fail('node.agent_untried')
    const changed = await wantRelease(tx.db, number, nodeId === null ? null : [nodeId])
    for (const { id } of changed) {
      const entry = { resellerId: null, actor, action: 'node.agent_offered', subject: nodeSubject(id) }
      await writeAudit(tx.db, { ...entry, detail: { agentVersion: agentVersion(number) } }, ctx.now)
    }
    return changed.length
  })
}

/** What runs, and the newest release that could. */
export async function readFleet({
  db,
}: Pick<Ctx, 'db'>): Promise<{ release: SignedRelease | null; nodes: FleetRow[] }> {
  return { release: await loadNewestRelease(db), nodes: await findFleet(db) }
}

/** For the answer to a node's report. */
export async function findOffer(ctx: Pick<Ctx, 'db'>, nodeId: number, version: string) {
  const offer = await loadOffer(ctx.db, nodeId, version)
  if (!offer) return {}
  const { number, sha256, signature } = offer
  return { update: { number, sha256: sha256.toString('hex'), signature: signature.toString('base64') } }
}
