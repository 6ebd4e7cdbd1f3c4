import type { Tx } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import { saveArticle } from '../../articles/operator.ts'
import { publishNotice } from '../../notices/operator.ts'
import type { SourceText } from '../neutral.ts'
import type { ImportCtx, Work } from './context.ts'
import { plainText, plainTitle } from './plain-text.ts'

const TITLE_MAX = 80
const BODY_MAX = 8000
const LANGUAGES = ['zh-cn', 'zh-tw', 'en-us', 'en', 'zh', '']

type TxCtx = ImportCtx & { db: Tx }

/** What is refused is left out: too many articles. */
async function made(asked: Promise<string>): Promise<string | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

export function makeNotice(
  ctx: TxCtx,
  { resellerId }: Work,
  { id, title, body, isShown, createdAt }: SourceText,
): Promise<string | null> {
  const text = { title: plainTitle(title, TITLE_MAX) || `notice ${id}`, body: plainText(body, BODY_MAX) }
  if (!isShown || text.body === '') return Promise.resolve(null)
  const publishedAt = new Date(Math.min((createdAt ?? 0) * 1000 || Infinity, ctx.now.getTime()))
  const notice = { ...text, titles: {}, bodies: {}, publishedAt, expiresAt: null, resellerId, isPinned: false }
  return made(publishNotice(ctx, notice, ctx.actor).then(({ noticeId }) => String(noticeId)))
}

/** `articleId`: one that came before gets this text. */
export function makeArticle(
  ctx: TxCtx,
  { resellerId }: Work,
  source: SourceText,
  articleId?: string,
): Promise<string | null> {
  const text = articleText(source)
  const { isShown, language } = source
  if (!isShown || text.body === '' || !LANGUAGES.includes(language.toLowerCase())) return Promise.resolve(null)
  const wish = { ...text, words: '', ...(articleId === undefined ? {} : { articleId }) }
  return made(saveArticle(ctx, resellerId, wish, ctx.actor).then((saved) => saved.articleId))
}

export function articleText({ id, title, body }: SourceText): { title: string; body: string } {
  return { title: plainTitle(title, TITLE_MAX) || `article ${id}`, body: plainText(body, BODY_MAX) }
}
