import { inTx, type Ctx } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { writeAudit } from '../audit/audit.ts'
import { nodeSubject } from './node-subject.ts'
import { lockNodeRow } from './queries.ts'

type Settings = Record<string, unknown>

/**
 * Takes the SHA-256 of a certificate that the node's agent made itself. Clients are held to it, unless an operator has typed
 * another one. With the first one they also accept what nobody else has signed. The agent is not told: its engine would
 * start again for nothing.
 */
export async function takeCertificate(ctx: Pick<Ctx, 'db' | 'now'>, nodeId: number, sha256: string): Promise<void> {
  if (!(await isNews(ctx.db, nodeId, sha256))) return
  await inTx(ctx, async (tx) => {
    const node = await lockNodeRow(tx.db, nodeId)
    const before = await loadTold(tx.db, nodeId)
    await saveTold(tx.db, nodeId, sha256)
    if (!node || node.removedAt || node.connection !== 'agent' || node.settings['certMode'] !== 'self') return
    const settings = pinned(node.settings, { before, sha256 })
    if (settings === null) return
    await savePin(tx.db, nodeId, settings)
    const entry = { resellerId: node.resellerId, actor: nodeSubject(nodeId), action: 'node.updated' }
    const words = { detail: { fields: 'settings' }, before: { settings: 'changed' }, after: { settings: 'changed' } }
    await writeAudit(tx.db, { ...entry, ...words, subject: nodeSubject(nodeId) }, ctx.now)
  })
}

/** Null where the pin stays. */
function pinned(settings: Settings, { before, sha256 }: { before: string | null; sha256: string }): Settings | null {
  const { certSha256 } = settings
  if (certSha256 === sha256 || (certSha256 !== undefined && certSha256 !== before)) return null
  return { ...settings, certSha256: sha256, ...(certSha256 === undefined ? { allowInsecure: true } : {}) }
}

/** The pin of the agent's own certificate goes together with it. */
export async function withoutOldPin(db: Tx, nodeId: number, before: Settings, after: Settings): Promise<Settings> {
  const isLeft = before['certMode'] === 'self' && after['certMode'] !== 'self'
  if (!isLeft || after['certSha256'] === undefined || after['certSha256'] !== (await loadTold(db, nodeId))) return after
  const { certSha256: _pin, allowInsecure: _leniency, ...rest } = after
  return rest
}

/** Mostly nothing is new: then nothing is locked. */
async function isNews(db: Queryable, nodeId: number, sha256: string): Promise<boolean> {
  const rows = await db.query({
    name: 'nodes.certificate_news',
    text: `select 1 as found from nodes n join node_states s on s.node_id = n.id
            where n.id = $1 and (s.cert_sha256 is distinct from $2 or not n.settings ? 'certSha256')`,
    values: [nodeId, sha256],
  })
  return rows.length === 1
}

async function loadTold(db: Queryable, nodeId: number): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('nodeStates')
    .select('certSha256')
    .where('nodeId', '=', nodeId)
    .executeTakeFirst()
  return row?.certSha256 ?? null
}

async function saveTold(db: Tx, nodeId: number, certSha256: string): Promise<void> {
  await db.kysely.updateTable('nodeStates').set({ certSha256 }).where('nodeId', '=', nodeId).execute()
}

async function savePin(db: Tx, nodeId: number, settings: Settings): Promise<void> {
  await db.kysely
    .updateTable('nodes')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', nodeId)
    .execute()
}
