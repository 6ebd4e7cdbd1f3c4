import type { Static } from 'typebox'

import type { nodeApi } from '../../../contract/node-api.ts'
import type { Ctx } from '../../platform/context.ts'
import { countTraffic } from './count-traffic.ts'

type Input = Static<typeof nodeApi.batches.input>
type Output = Static<typeof nodeApi.batches.output>

/** A batch of our own agent, whose ids are its own for ever. */
export async function ingestBatch(ctx: Ctx<'node'>, input: Input): Promise<Output> {
  const { duplicate, cutNumbers, leftNumbers, leftBytes } = await countTraffic(ctx, {
    ...input,
    nodeId: ctx.actor.nodeId,
    repeatSeconds: null,
  })
  const left = leftNumbers.map((number, index) => ({ number, bytesLeft: leftBytes[index] ?? null }))
  return { duplicate, cut: cutNumbers, left }
}
