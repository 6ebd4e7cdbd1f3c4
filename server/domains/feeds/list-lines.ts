import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadReachUntil } from '../lines/lifeline/reach-until.ts'
import { findShownLines } from '../lines/shown-line.ts'
import { getFeedUrl } from './load-link.ts'

export async function listLines(ctx: Ctx<'user'>): Promise<Static<typeof api.lines.list.output>> {
  const { owner } = ctx
  const lines = await findShownLines(ctx, owner)
  // Asked only after an ending, so that the list costs others nothing.
  const hasEnded = lines.some(({ reason }) => reason === 'expired' || reason === 'quota')
  const reachUntil = hasEnded ? await loadReachUntil(ctx.db, owner, ctx.now) : null
  return { lines, subscriptionUrl: await getFeedUrl(ctx, owner), reachUntil: reachUntil?.toISOString() ?? null }
}
