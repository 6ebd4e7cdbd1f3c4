import { DAY_MS } from '../../../contract/durations.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { countOne, type Limit } from '../../platform/limits/limits.ts'
import { findArticles } from './find-articles.ts'
import { countAnswer as addToCounts, findCounts, type CountRow } from './queries.ts'

const ONCE: Limit = { name: 'article-answer', points: 1, windowMs: 30 * DAY_MS }
/** One caller stands for few readers. */
const MANY: Limit = { name: 'article-answers', points: 30, windowMs: DAY_MS }

type Answer = { resellerId: number; articleId: string; helped: boolean }

/**
 * Counts whether an article helped, once per reader. `reader` is the account or the address: only a limit knows it, as
 * a hash that ends with its window, so nobody can look up what somebody answered.
 */
export async function countAnswer(
  ctx: Pick<Ctx, 'db' | 'config'>,
  { resellerId, articleId, helped }: Answer,
  reader: string,
): Promise<boolean> {
  const articles = await findArticles(ctx.db, resellerId)
  if (!articles.some(({ id, isHidden }) => id === articleId && !isHidden)) fail('object.unknown')
  if ((await countOne(ctx, MANY, `${resellerId} ${reader}`)).isOver) return false
  if ((await countOne(ctx, ONCE, `${resellerId} ${articleId} ${reader}`)).isOver) return false
  await addToCounts(ctx.db, { resellerId, id: articleId }, helped)
  return true
}

export async function findAnswerCounts(db: Queryable, resellerId: number): Promise<ReadonlyMap<string, CountRow>> {
  return new Map((await findCounts(db, resellerId)).map((row) => [row.articleId, row]))
}
