import { sha256 } from '../../platform/secrets/crypto.ts'
import { countTraffic } from '../traffic/count-traffic.ts'
import { loadLastPush } from './queries.ts'
import { readNumbers, refuse, type UniproxyCtx } from './read-body.ts'

/** The boot id shared by all pushes of foreign agents; `seq` is then the second of the push. */
const BOOT = 'uniproxy'
/** Longest time credited to a node that was silent. */
const SILENT_MAX_S = 86_400

/**
 * Counts what an agent without batch ids has seen since its last push. The agent retries within seconds and sends
 * nothing new before the next interval, so the same body within that time is the same push.
 */
export async function pushTraffic(ctx: UniproxyCtx, body: string): Promise<void> {
  const { node, now, config } = ctx
  const entries = await readNumbers(ctx, body)
  const items = []
  for (const [number, value] of entries) {
    if (!isPair(value)) return refuse(ctx, 'numbers')
    items.push({ number, up: value[0], down: value[1] })
  }
  const intervalS = config.uniproxyIntervalS
  const at = Math.floor(now.getTime() / 1000)
  const lastAt = await loadLastPush(ctx.db, node.id, BOOT)
  await countTraffic(ctx, {
    nodeId: node.id,
    batchId: `uni:${sha256(body).toString('hex')}`,
    boot: BOOT,
    seq: at,
    seconds: Math.min(SILENT_MAX_S, Math.max(intervalS, lastAt === null ? SILENT_MAX_S : at - lastAt)),
    repeatSeconds: Math.floor((intervalS * 3) / 4),
    items,
  })
}

function isPair(value: unknown): value is [number, number] {
  const isCount = (one: unknown) => Number.isSafeInteger(one) && (one as number) >= 0
  return Array.isArray(value) && value.length === 2 && value.every(isCount)
}
