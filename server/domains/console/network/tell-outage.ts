import type { Static } from 'typebox'

import type { network } from '../../../../contract/console/network.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { actorName, staffActor, writeAudit } from '../../audit/audit.ts'
import { endOutage, loadOutage, saveOutage } from '../../nodes/outages.ts'
import { showNetwork } from './show-network.ts'
import { shownOutage } from './shown-outage.ts'

type Api = typeof network

/** The users of this reseller read which nodes do not work, and since when: as long as the longest of them is down. */
export async function beginOutage(
  ctx: StaffCtx,
  { nodeIds, backAt: back }: Static<Api['beginOutage']['input']>,
): Promise<AnswerOf<Api['beginOutage']>> {
  const { resellerId, now } = ctx
  const known = new Map((await showNetwork(ctx)).nodes.map((node) => [node.id, node]))
  const nodes = nodeIds.map((id) => known.get(id) ?? fail('object.unknown'))
  const downSince = nodes.flatMap(({ state, since }) => (state === 'down' && since ? [new Date(since).getTime()] : []))
  const since = new Date(Math.min(now.getTime(), ...downSince))
  const backAt = back === undefined ? null : new Date(back)
  if (backAt && (backAt <= now || backAt.getTime() > now.getTime() + staffLimits.outageMaxMs)) {
    fail('request.invalid', { fields: { backAt: 'within the next three days' } })
  }
  const actor = staffActor(ctx)
  await inTx(ctx, async (tx) => {
    const id = await saveOutage(tx.db, { resellerId, nodeIds, since, backAt, actor: actorName(actor) })
    const after = { count: nodes.length, endsAt: backAt?.toISOString() ?? null }
    await writeAudit(tx.db, { resellerId, actor, action: 'outage.begun', subject: `outage:${id}`, after }, now)
  })
  return shownOutage((await loadOutage(ctx.db, resellerId)) ?? fail('object.unknown'), ctx.language)
}

/** Ends what is told; the answer names it, so that its users can be made good to. */
export async function stopOutage(ctx: StaffCtx): Promise<AnswerOf<Api['endOutage']>> {
  const { resellerId, now } = ctx
  const actor = staffActor(ctx)
  const id = await inTx(ctx, async (tx) => {
    const ended = await endOutage(tx.db, resellerId, { actor: actorName(actor), now })
    if (ended === null) return fail('object.unknown')
    await writeAudit(tx.db, { resellerId, actor, action: 'outage.ended', subject: `outage:${ended}` }, now)
    return ended
  })
  return { id }
}
