import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { ByLanguage } from '../../platform/text/by-language.ts'

/** A row without a title keeps our text. */
export type ArticleRow = {
  id: string
  title: string | null
  titles: unknown
  body: string | null
  bodies: unknown
  words: string
  isHidden: boolean
  changedAt: Date
}

/** All rows of a reseller: there are few, because their number is limited. */
export function findArticleRows(db: Queryable, resellerId: number): Promise<ArticleRow[]> {
  return db.query<ArticleRow>({
    name: 'articles.all',
    text: `select id, title, titles, body, bodies, words, is_hidden, changed_at from articles
            where reseller_id = $1 order by created_at, id`,
    values: [resellerId],
  })
}

/** Two members who write at once must not pass the limit together. */
export async function lockArticles(db: Tx, resellerId: number): Promise<void> {
  await db.query({
    name: 'articles.lock',
    text: `select pg_advisory_xact_lock(hashtextextended('articles:' || $1::integer, 0))`,
    values: [resellerId],
  })
}

export type ArticleTexts = { title: string; body: string; titles: ByLanguage; bodies: ByLanguage; words: string }
type Name = { resellerId: number; id: string }

export async function saveTexts(db: Tx, name: Name, texts: ArticleTexts, now: Date): Promise<void> {
  const { titles, bodies, ...first } = texts
  const values = { ...first, titles: JSON.stringify(titles), bodies: JSON.stringify(bodies), changedAt: now }
  await db.kysely
    .insertInto('articles')
    .values({ ...name, ...values, createdAt: now })
    .onConflict((conflict) => conflict.columns(['resellerId', 'id']).doUpdateSet(values))
    .execute()
}

/** One of ours gets a row without a text here. Not by one statement: an own one would break the rule that it has a text. */
export async function saveHidden(db: Tx, name: Name, isHidden: boolean, now: Date): Promise<void> {
  const values = { isHidden, changedAt: now }
  const present = db.kysely
    .updateTable('articles')
    .set(values)
    .where('resellerId', '=', name.resellerId)
    .where('id', '=', name.id)
  if ((await present.executeTakeFirst()).numUpdatedRows > 0n) return
  await db.kysely
    .insertInto('articles')
    .values({ ...name, ...values, createdAt: now })
    .execute()
}

export async function deleteArticle(db: Tx, { resellerId, id }: Name): Promise<void> {
  await db.kysely.deleteFrom('articles').where('resellerId', '=', resellerId).where('id', '=', id).execute()
}

export async function deleteCounts(db: Tx, { resellerId, id }: Name): Promise<void> {
  const rows = db.kysely.deleteFrom('articleCounts').where('resellerId', '=', resellerId).where('articleId', '=', id)
  await rows.execute()
}

export async function countAnswer(db: Queryable, { resellerId, id }: Name, helped: boolean): Promise<void> {
  await db.query({
    name: 'articles.count',
    text: `insert into article_counts (reseller_id, article_id, helped_count, unhelped_count)
           values ($1, $2, $3::boolean::integer, (not $3::boolean)::integer)
           on conflict (reseller_id, article_id) do update set
             helped_count = article_counts.helped_count + excluded.helped_count,
             unhelped_count = article_counts.unhelped_count + excluded.unhelped_count`,
    values: [resellerId, id, helped],
  })
}

export type CountRow = { articleId: string; helpedCount: number; unhelpedCount: number }

export function findCounts(db: Queryable, resellerId: number): Promise<CountRow[]> {
  return db.query<CountRow>({
    name: 'articles.counts',
    text: 'select article_id, helped_count, unhelped_count from article_counts where reseller_id = $1',
    values: [resellerId],
  })
}
