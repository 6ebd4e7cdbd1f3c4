import { inTx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { nodeSubject } from '../nodes/node-subject.ts'
import { findNodeHearers } from './binding-queries.ts'
import { findTold } from './message-queries.ts'
import { queueMessage } from './queue-message.ts'
import { words } from './words.ts'

export type NodeChange = { nodeId: number; change: 'down' | 'up' }

/** A node that comes back by itself within this time bothers nobody. */
export const NODE_PATIENCE_MS = 5 * 60_000
const KIND = 'nodes'

type Trouble = { id: number; isOpen: boolean; name: string; names: unknown }

/**
 * The job some minutes after a node fell silent, and when it is back: tells users with a line there, and of the end only
 * those who heard of the beginning.
 */
export async function tellNode(ctx: JobCtx, { nodeId, change }: NodeChange): Promise<void> {
  const trouble = await loadTrouble(ctx.db, nodeId)
  if (!trouble || trouble.isOpen !== (change === 'down')) return
  const key = `node:${nodeId}:${trouble.id}`
  const hearers = await findNodeHearers(ctx.db, nodeId, KIND)
  const told = new Set((await findTold(ctx.db, key)).map(({ bindingId }) => bindingId))
  for (const { id: bindingId, botId, resellerId, chatId, language } of hearers) {
    if (change === 'up' && !told.has(bindingId)) continue
    const name = inLanguage(trouble.name, trouble.names, language)
    const text = change === 'down' ? words[language].nodeDown(name) : words[language].nodeUp(name)
    const to = { botId, bindingId, resellerId, chatId, kind: KIND }
    await inTx(ctx, (tx) => queueMessage(tx, { ...to, key: change === 'down' ? key : `${key}:over`, text }))
  }
}

/** The last trouble of the node. */
async function loadTrouble(db: Queryable, nodeId: number): Promise<Trouble | null> {
  const rows = await db.query<Trouble>({
    name: 'telegram.node_trouble',
    text: `select t.id, t.resolved_at is null as is_open, n.name, n.names
             from alerts t join nodes n on n.id = $2
            where t.kind in ('node.silent', 'node.engine_down') and t.subject = $1 and n.removed_at is null
            order by t.id desc limit 1`,
    values: [nodeSubject(nodeId), nodeId],
  })
  return rows[0] ?? null
}
