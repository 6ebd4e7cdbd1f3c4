import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { hasMail } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { serviceState } from '../../subscriptions/subscription.ts'
import { nextPauseAt, windowStart } from './pause-service.ts'
import { findPausesSince, loadFreeze } from './queries.ts'

/** What the freeze screen shows: the account's state and what each button would do. */
export async function freezeState(ctx: Ctx<'user'>): Promise<Static<typeof api.accounts.freezeState.output>> {
  const { owner } = ctx
  const freeze = (await loadFreeze(ctx.db, owner)) ?? fail('object.unknown')
  const recent = await findPausesSince(ctx.db, owner, windowStart(ctx.now))
  const after = (ms: number) => (freeze.pausedAt ? new Date(freeze.pausedAt.getTime() + ms).toISOString() : null)
  return {
    state: serviceState(freeze, ctx.now),
    pausedAt: after(0),
    resumeFrom: after(limits.pauseMinMs),
    until: after(limits.pauseMaxMs),
    undoUntil: after(limits.pauseUndoMs),
    bankedSeconds: freeze.bankedSeconds,
    pausesLeft: Math.max(0, limits.pausesPerWindow - recent.length),
    nextPauseAt: nextPauseAt(recent)?.toISOString() ?? null,
    canLock: freeze.verifiedEmail !== null && hasMail(ctx.config),
  }
}
