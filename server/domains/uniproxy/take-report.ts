import { saveLoad } from '../nodes/save-state.ts'
import { noteAlive, readLoad } from './note-alive.ts'
import { pushTraffic } from './push-traffic.ts'
import { refuse, type Fields, type Sent, type UniproxyCtx } from './read-body.ts'

/**
 * Everything that Xboard-Node has to say at once. Traffic comes last: the agent adds what failed to its next report, so
 * nothing may fail after the counting.
 */
export async function takeReport(ctx: UniproxyCtx, { text, fields }: Sent): Promise<void> {
  const { traffic, alive, status } = fields ?? (await refuse(ctx, 'body'))
  const load = isObject(status) ? readLoad(status) : null
  if (load) await saveLoad(ctx.db, ctx.node.id, load, ctx.now)
  if (isObject(alive)) await noteAlive(ctx, alive)
  if (traffic === undefined || traffic === null) return
  // What is no list of entries is one entry that cannot be read.
  await pushTraffic(ctx, { text, fields: isObject(traffic) ? traffic : { traffic } })
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
