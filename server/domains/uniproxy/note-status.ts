import { saveLoad } from '../nodes/save-state.ts'
import { readObject, refuse } from './read-body.ts'
import type { UniproxyCtx } from './uniproxy-ctx.ts'

/** How busy the machine is, where the agent says so. */
export async function noteStatus(ctx: UniproxyCtx, body: string): Promise<void> {
  const { cpu, mem } = readObject(body) ?? (await refuse(ctx, 'body'))
  const { total, used } = (mem ?? {}) as { total?: unknown; used?: unknown }
  const cpuPercent = percentOf(cpu, 100)
  const memoryPercent = percentOf(used, total)
  if (cpuPercent === null || memoryPercent === null) return refuse(ctx, 'numbers')
  await saveLoad(ctx.db, ctx.node.id, { cpuPercent, memoryPercent }, ctx.now)
}

function percentOf(part: unknown, whole: unknown): number | null {
  if (typeof part !== 'number' || typeof whole !== 'number' || !(part >= 0) || !(whole > 0)) return null
  return Math.min(100, Math.round((100 * part) / whole))
}
