import type { Static } from 'typebox'

import type { bulk, BulkRun } from '../../../contract/console/bulk.ts'
import type { StaffCtx } from '../../platform/context.ts'
import { pagesBy } from '../../platform/db/page-cursor.ts'
import { fail } from '../../platform/errors.ts'
import type { Answer, AnswerOf } from '../../platform/http/answer.ts'
import { findItems, findShownRuns, loadShownRun } from './queries.ts'

type Api = typeof bulk
const runPages = pagesBy({ at: 'time', id: 'uuid' })
const itemPages = pagesBy({ id: 'id' }, 100)

export async function showRun(ctx: Pick<StaffCtx, 'db' | 'resellerId'>, id: string): Promise<Answer<BulkRun>> {
  return (await loadShownRun(ctx.db, ctx.resellerId, id)) ?? fail('object.unknown')
}

export async function listRuns(
  ctx: StaffCtx,
  { cursor }: Static<Api['list']['input']>,
): Promise<AnswerOf<Api['list']>> {
  const rows = await findShownRuns(ctx.db, ctx.resellerId, { before: runPages.after(cursor), limit: runPages.limit })
  const { shown, next } = runPages.page(rows, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { rows: shown, nextCursor: next }
}

export async function listResults(
  ctx: StaffCtx,
  { id, state, cursor }: Static<Api['results']['input']>,
): Promise<AnswerOf<Api['results']>> {
  await showRun(ctx, id)
  const after = itemPages.after(cursor)?.id ?? 0
  const rows = await findItems(ctx.db, ctx.resellerId, id, { state: state ?? null, after, limit: itemPages.limit })
  const { shown, next } = itemPages.page(rows, ({ accountId }) => ({ id: accountId }))
  return { rows: shown, nextCursor: next }
}
