import { limits } from '../../../contract/limits.ts'
import { knownAddress } from '../../platform/limits/client-address.ts'
import { noteAddresses } from '../lines/node-calls/note-addresses.ts'
import { saveOnline, saveLoad } from '../nodes/save-state.ts'
import { findDeviceCounts } from './queries.ts'
import { lineNumber, refuse, type Fields, type UniproxyCtx } from './read-body.ts'

const ADDRESSES_MAX = 64

/**
 * Records who is connected from where. The agent itself refuses users from too many places, using `findAlive`. Leaves
 * out what it cannot read: the agent does not send it again.
 */
export async function noteAlive(ctx: UniproxyCtx, fields: Fields | null): Promise<void> {
  const lines = []
  for (const [name, value] of Object.entries(fields ?? (await refuse(ctx, 'body')))) {
    const number = lineNumber(name)
    if (number === null || !Array.isArray(value)) continue
    const addresses = new Set(value.slice(0, ADDRESSES_MAX).flatMap((one) => plainAddress(one) ?? []))
    lines.push({ number, addresses: [...addresses] })
  }
  await noteAddresses(ctx, ctx.node.id, lines)
  await saveOnline(ctx.db, ctx.node.id, lines.filter(({ addresses }) => addresses.length > 0).length, ctx.now)
}

/** Counts on all nodes together, as the limit does. */
export async function findAlive({ db, node, now }: UniproxyCtx): Promise<{ alive: Record<string, number> }> {
  const seenAfter = new Date(now.getTime() - limits.deviceSeenMs)
  const counts = await findDeviceCounts(db, node.id, seenAfter)
  return { alive: Object.fromEntries(counts.map(({ number, devices }) => [String(number), devices])) }
}

/** Agents write `192.0.2.1`, `192.0.2.1_7` with their node, `192.0.2.1:443` or `[2001:db8::1]:443`. */
function plainAddress(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const [host = ''] = text.split('_')
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(host)?.[1] ?? /^([\d.]+):\d+$/.exec(host)?.[1] ?? host
  return knownAddress(bare)
}

/** How busy the machine is, if the agent says so. */
export async function noteStatus(ctx: UniproxyCtx, fields: Fields | null): Promise<void> {
  const load = readLoad(fields ?? (await refuse(ctx, 'body')))
  await saveLoad(ctx.db, ctx.node.id, load ?? (await refuse(ctx, 'numbers')), ctx.now)
}

export function readLoad({ cpu, mem }: Fields): { cpuPercent: number; memoryPercent: number } | null {
  const { total, used } = (mem ?? {}) as { total?: unknown; used?: unknown }
  const cpuPercent = percentOf(cpu, 100)
  const memoryPercent = percentOf(used, total)
  return cpuPercent === null || memoryPercent === null ? null : { cpuPercent, memoryPercent }
}

function percentOf(part: unknown, whole: unknown): number | null {
  if (typeof part !== 'number' || typeof whole !== 'number' || !(part >= 0) || !(whole > 0)) return null
  return Math.min(100, Math.round((100 * part) / whole))
}
