import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx } from '../../platform/context.ts'
import { getFeedUrl } from './feed/load-link.ts'
import { findShownLines } from './shown-line.ts'

export async function listLines(ctx: Ctx<'user'>): Promise<Static<typeof api.lines.list.output>> {
  const { owner } = ctx
  return { lines: await findShownLines(ctx, owner), subscriptionUrl: await getFeedUrl(ctx, owner) }
}
