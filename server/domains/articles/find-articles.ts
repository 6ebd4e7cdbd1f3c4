import { brandOf } from '../../../contract/brand.ts'
import type { Language } from '../../../contract/languages.ts'
import type { NoticeBlock } from '../../../contract/notices.ts'
import type { Db, Queryable, Tx } from '../../platform/db/db.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { nameBalance } from '../../platform/text/name-balance.ts'
import { markdownBlocks, summaryOf } from '../notices/markdown-blocks.ts'
import { getReseller } from '../resellers/reseller-config.ts'
import { defaultArticle, isDefaultId } from './default-articles.ts'
import { DEFAULT_IDS } from './defaults/default-texts.ts'
import { findArticleRows, type ArticleRow } from './queries.ts'

/** An article with all its languages: ours, ours in the reseller's words, or the reseller's own. */
export type Article = {
  id: string
  origin: 'default' | 'changed' | 'own'
  isHidden: boolean
  title: string
  titles: unknown
  body: string
  bodies: unknown
  words: string
  changedAt: Date | null
}

/** Ours first, in our order, then the reseller's by age. */
export async function findArticles(db: Queryable, resellerId: number): Promise<Article[]> {
  return mergeArticles(await findArticleRows(db, resellerId))
}

/** Without rows it is what a new shop has. */
export function mergeArticles(rows: readonly ArticleRow[]): Article[] {
  const changed = new Map(rows.map((row) => [row.id, row]))
  const ours = DEFAULT_IDS.map((id): Article => {
    const row = changed.get(id)
    const plain = { id, isHidden: row?.isHidden ?? false, changedAt: row?.changedAt ?? null }
    return row?.title != null && row.body != null
      ? { ...plain, ...row, title: row.title, body: row.body, origin: 'changed' }
      : { ...plain, ...defaultArticle(id), origin: 'default' }
  })
  const own = rows.flatMap((row): Article[] =>
    isDefaultId(row.id) || row.title === null || row.body === null
      ? []
      : [{ ...row, title: row.title, body: row.body, origin: 'own' }],
  )
  return [...ours, ...own]
}

/** What the reader sees: the texts of one language with the brand filled in. */
export type Reading = { title: string; blocks: NoticeBlock[]; summary: string }
export type Reader = { resellerId: number; brandTitle: string; language: Language }

export async function loadReader(db: Db | Tx, resellerId: number, language: Language): Promise<Reader> {
  const { title } = brandOf(resellerId, await getReseller({ db }, resellerId))
  return { resellerId, brandTitle: title, language }
}

export function readArticle(article: Pick<Article, 'title' | 'titles' | 'body' | 'bodies'>, reader: Reader): Reading {
  const title = inLanguage(article.title, article.titles, reader.language)
  return readText(title, inLanguage(article.body, article.bodies, reader.language), reader)
}

/** Fills in after parsing: a brand's name is text, whatever signs it has. */
export function readText(title: string, body: string, reader: Reader): Reading {
  const { balanceName } = brandOf(reader.resellerId)
  const fill = (text: string) =>
    nameBalance(text, balanceName, reader.language).replaceAll('{{brand}}', () => reader.brandTitle)
  const blocks = markdownBlocks(body).map((block) => ({
    ...block,
    runs: block.runs.map((run) => ({ ...run, text: fill(run.text) })),
  }))
  return { title: fill(title), blocks, summary: summaryOf(blocks) }
}
