import { sha256 } from '../../platform/secrets/crypto.ts'
import { countGood, type LeftOut } from '../traffic/count-good.ts'
import { loadLastPush } from './queries.ts'
import { lineNumber, refuse, type Fields, type Sent, type UniproxyCtx } from './read-body.ts'

/** The boot id shared by all pushes of foreign agents; `seq` is then the second of the push. */
const BOOT = 'uniproxy'
/** Longest time credited to a node that was silent. */
const SILENT_MAX_S = 86_400
/** What is kept of an entry that cannot be read. */
const NAME_MAX = 40
const VALUE_MAX = 100

/**
 * Counts what an agent without batch ids has seen since its last push. The agent retries within seconds and sends
 * nothing new before the next interval, so the same body within that time is the same push.
 */
export async function pushTraffic(ctx: UniproxyCtx, { text, fields }: Sent): Promise<void> {
  const { node, now, config } = ctx
  const { items, broken } = readPush(fields ?? (await refuse(ctx, 'body')))
  const intervalS = config.uniproxyIntervalS
  const at = Math.floor(now.getTime() / 1000)
  const lastAt = await loadLastPush(ctx.db, node.id, BOOT)
  const batch = {
    nodeId: node.id,
    batchId: `uni:${sha256(text).toString('hex')}`,
    boot: BOOT,
    seq: at,
    seconds: Math.min(SILENT_MAX_S, Math.max(intervalS, lastAt === null ? SILENT_MAX_S : at - lastAt)),
    repeatSeconds: Math.floor((intervalS * 3) / 4),
    items,
  }
  await countGood(ctx, batch, broken)
}

function readPush(fields: Fields) {
  const items: { number: number; up: number; down: number }[] = []
  const broken: LeftOut[] = []
  for (const [name, value] of Object.entries(fields)) {
    const number = lineNumber(name)
    if (number !== null && isPair(value)) items.push({ number, up: value[0], down: value[1] })
    else broken.push({ reason: 'broken', entry: shortened(name, NAME_MAX), value: shortened(value, VALUE_MAX) })
  }
  return { items, broken }
}

function isPair(value: unknown): value is [number, number] {
  const isCount = (one: unknown) => Number.isSafeInteger(one) && (one as number) >= 0
  return Array.isArray(value) && value.length === 2 && value.every(isCount)
}

/** As JSON: it has no control characters, which a column of text would refuse. */
function shortened(value: unknown, length: number): string {
  return JSON.stringify(value).slice(0, length).toWellFormed()
}
