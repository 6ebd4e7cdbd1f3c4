import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { randomHex } from '../../platform/secrets/crypto.ts'
import { OTHER_LANGUAGES } from '../../platform/text/by-language.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { findArticles } from './find-articles.ts'
import { deleteArticle, deleteCounts, lockArticles, saveHidden, saveTexts } from './queries.ts'

/** How many articles a reseller may write beside ours: search reads them all. */
export const OWN_ARTICLES_MAX = 60
const WORDS_MAX = 300

type ArticleCtx = Pick<Ctx, 'db' | 'now'>
type Text = { title: string; body: string }
export type ArticleWish = Text & { articleId?: string; 'zh-TW'?: Text; en?: Text; words: string }

/** Writes a new article, or changes one; returns its id. */
export function saveArticle(
  ctx: ArticleCtx,
  resellerId: number,
  wish: ArticleWish,
  actor: AuditActor,
): Promise<{ articleId: string }> {
  const texts = checkedTexts(wish)
  return inTx(ctx, async (tx) => {
    await lockArticles(tx.db, resellerId)
    const present = await findArticles(tx.db, resellerId)
    if (wish.articleId !== undefined && !present.some(({ id }) => id === wish.articleId)) fail('object.unknown')
    const ownCount = present.filter(({ origin }) => origin === 'own').length
    if (wish.articleId === undefined && ownCount >= OWN_ARTICLES_MAX) fail('article.too_many')
    const articleId = wish.articleId ?? `own-${randomHex(6)}`
    await saveTexts(tx.db, { resellerId, id: articleId }, texts, ctx.now)
    await note(tx, { resellerId, actor, action: 'article.saved', articleId, bodyLength: texts.body.length })
    return { articleId }
  })
}

export function hideArticle(
  ctx: ArticleCtx,
  { resellerId, articleId, isHidden }: { resellerId: number; articleId: string; isHidden: boolean },
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    await lockArticles(tx.db, resellerId)
    const present = await findArticles(tx.db, resellerId)
    if (!present.some(({ id }) => id === articleId)) fail('object.unknown')
    await saveHidden(tx.db, { resellerId, id: articleId }, isHidden, ctx.now)
    await note(tx, { resellerId, actor, action: isHidden ? 'article.hidden' : 'article.shown', articleId })
  })
}

type Name = { resellerId: number; articleId: string }

/** Our text again, shown again. What readers answered stays: it is about the question, too. */
export function resetArticle(ctx: ArticleCtx, name: Name, actor: AuditActor): Promise<void> {
  return takeAway(ctx, name, { actor, action: 'article.reset', of: 'ours' })
}

/** Ours cannot be removed, only hidden. */
export function removeArticle(ctx: ArticleCtx, name: Name, actor: AuditActor): Promise<void> {
  return takeAway(ctx, name, { actor, action: 'article.removed', of: 'own' })
}

type TakingAway = { actor: AuditActor; action: string; of: 'ours' | 'own' }

function takeAway(ctx: ArticleCtx, { resellerId, articleId }: Name, { actor, action, of }: TakingAway): Promise<void> {
  return inTx(ctx, async (tx) => {
    await lockArticles(tx.db, resellerId)
    const present = (await findArticles(tx.db, resellerId)).find(({ id }) => id === articleId)
    if (!present) return fail('object.unknown')
    if ((present.origin === 'own') !== (of === 'own')) {
      fail('request.invalid', { fields: { articleId: of === 'own' ? 'one of your own' : 'one of the default ones' } })
    }
    await deleteArticle(tx.db, { resellerId, id: articleId })
    if (of === 'own') await deleteCounts(tx.db, { resellerId, id: articleId })
    await note(tx, { resellerId, actor, action, articleId })
  })
}

type Note = Name & { actor: AuditActor; action: string; bodyLength?: number }

async function note(tx: ArticleCtx, { resellerId, articleId, actor, action, bodyLength }: Note): Promise<void> {
  const after = bodyLength === undefined ? {} : { after: { bodyLength } }
  await writeAudit(tx.db, { resellerId, actor, action, subject: `article:${articleId}`, ...after }, tx.now)
}

/** Counts letters as people do; the schema's bound only keeps the worst out. */
function checkedTexts(wish: ArticleWish) {
  const others = OTHER_LANGUAGES.flatMap((language) => {
    const text = wish[language]
    return text ? [{ language, ...checkedText(text) }] : []
  })
  const by = (part: keyof Text) => Object.fromEntries(others.map((text) => [text.language, text[part]]))
  const words = wish.words.replaceAll(/\s+/g, ' ').trim()
  if ([...words].length > WORDS_MAX) fail('request.invalid', { fields: { words: `at most ${WORDS_MAX} letters` } })
  return { ...checkedText(wish), titles: by('title'), bodies: by('body'), words }
}

function checkedText(text: Text): Text {
  const title = text.title.trim()
  const body = text.body.trim()
  if (title === '' || /\p{Cc}/u.test(title) || [...title].length > limits.noticeTitleMax) {
    fail('request.invalid', { fields: { title: `one line of at most ${limits.noticeTitleMax} letters` } })
  }
  if (body === '' || [...body].length > limits.noticeBodyMax) {
    fail('request.invalid', { fields: { body: `at most ${limits.noticeBodyMax} letters` } })
  }
  return { title, body }
}
