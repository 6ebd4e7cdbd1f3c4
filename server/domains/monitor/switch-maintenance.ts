import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { loadNode } from '../nodes/load-node.ts'
import { setMaintenance } from '../nodes/set-maintenance.ts'

type Input = { nodeId: number; on: boolean }

/** A monitor limited to a reseller may switch only that reseller's own nodes, not the shared ones. */
export async function switchMaintenance(ctx: Ctx<'monitor'>, { nodeId, on }: Input): Promise<Input> {
  const { resellerId, userName } = ctx.actor
  const node = (await loadNode(ctx, nodeId)) ?? fail('object.unknown')
  if (resellerId !== null && node.resellerId !== resellerId) fail('object.unknown')
  await setMaintenance(ctx, nodeId, on, `monitor:${userName}`)
  return { nodeId, on }
}
