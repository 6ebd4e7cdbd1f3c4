import type { Static } from 'typebox'

import { limits } from '../../../../contract/limits.ts'
import type { nodeApi } from '../../../../contract/node-api.ts'
import { canRestrictUsers } from '../../../../contract/node-engines.ts'
import { clock } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { loadNode, noteLifelines } from '../../nodes/load-node.ts'
import { setupOf } from '../../nodes/setup-of.ts'
import { findPlaces } from '../lifeline/places.ts'
import { findDesiredUsers } from './find-desired-users.ts'
import { takeBell } from './node-bells.ts'
import { loadRevision } from './queries.ts'

/** Poll interval: a notification may be lost. */
const LOOK_MS = 2_000

/** Answers as soon as something changed after `since`, at the latest after `wait` seconds. */
export async function pullUsers(
  ctx: Ctx<'node'>,
  { since, wait, lifeline: asksLifelines = false }: Static<typeof nodeApi.users.input>,
): Promise<Static<typeof nodeApi.users.output>> {
  await waitForChange(ctx, since, wait * 1000)
  const now = clock.now()
  // Read the revision before the lines: a change in between is sent twice, but never missed.
  const node = (await loadNode(ctx, ctx.actor.nodeId))!
  // A revision from the future dates from before a backup was restored.
  const full = since < node.settingsRevision || since > node.revision || node.removedAt !== null
  const isNews = full || since < node.revision
  const hasLifelines = asksLifelines && canRestrictUsers(node)
  if (hasLifelines !== node.hasLifelines) await noteLifelines(ctx.db, node.id, hasLifelines)
  return {
    revision: node.revision,
    full,
    setup: full ? await setupOf(ctx, node) : null,
    now: now.toISOString(),
    leaseUntil: new Date(now.getTime() + limits.nodeLeaseMs).toISOString(),
    users: isNews ? await findDesiredUsers(ctx, node, full ? null : since, hasLifelines ? now : null) : [],
    ...(hasLifelines ? { places: await findPlaces(ctx) } : {}),
  }
}

async function waitForChange(ctx: Ctx<'node'>, since: number, waitMs: number): Promise<void> {
  const { db } = ctx
  if (!('pool' in db)) throw new Error('A call that waits holds no transaction')
  const deadline = performance.now() + waitMs
  for (let leftMs = waitMs; leftMs > 0; leftMs = deadline - performance.now()) {
    const bell = takeBell(db, ctx.actor.nodeId)
    try {
      if (bell.isOver() || (await loadRevision(db, ctx.actor.nodeId)) !== since) return
      await bell.rung(Math.min(leftMs, LOOK_MS))
    } finally {
      bell.close()
    }
  }
}
