import type { Tx } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import { findArticles } from '../../articles/find-articles.ts'
import { removeArticle } from '../../articles/operator.ts'
import { withdrawNotice } from '../../notices/operator.ts'
import type { SourceText } from '../neutral.ts'
import { keepHere, markOf, type ImportCtx, type Work } from './context.ts'
import { articleText, makeArticle, makeNotice } from './make-texts.ts'
import { findThings, saveThings, type Marks, type Thing } from './queries.ts'

type TxCtx = ImportCtx & { db: Tx }

/** What the source said, and what it became here. */
export function textMarks(ctx: ImportCtx, text: SourceText): Marks {
  const { title, body, isShown, language } = text
  return { text: markOf(ctx, [title, body, isShown, language]), our: markOf(ctx, Object.values(articleText(text))) }
}

/** Texts that came before and are others there by now. Who changed or took one away here keeps that. */
export async function changeTexts(ctx: TxCtx, work: Work): Promise<void> {
  for (const { thing, text } of await findChanged(ctx, work, 'notice', work.rows.notices)) {
    await changeNotice(ctx, work, thing, text)
  }
  const articles = await findChanged(ctx, work, 'article', work.rows.articles)
  if (articles.length === 0) return
  const here = new Map((await findArticles(ctx.db, work.resellerId)).map((article) => [article.id, article]))
  for (const { thing, text } of articles) {
    const article = here.get(thing.ourKey)
    const isGone = article === undefined && thing.marks['gone'] === 'yes'
    const isOurs = isGone || (article && thing.marks['our'] === markOf(ctx, [article.title, article.body]))
    if (isOurs) await changeArticle(ctx, work, thing, text)
    else leave(work, `article ${text.id}: changed there, and changed or taken away here`)
  }
}

async function findChanged(
  ctx: TxCtx,
  work: Work,
  kind: 'notice' | 'article',
  all: ReadonlyMap<number, SourceText>,
): Promise<{ thing: Thing; text: SourceText }[]> {
  return (await findThings(ctx.db, work, kind)).flatMap((thing) => {
    const text = all.get(Number(thing.oldKey))
    return text && thing.marks['text'] !== textMarks(ctx, text)['text'] ? [{ thing, text }] : []
  })
}

/** A notice cannot be edited here, so the new one takes the place of the old one. */
async function changeNotice(ctx: TxCtx, work: Work, thing: Thing, text: SourceText): Promise<void> {
  const { resellerId } = work
  const name = { noticeId: Number(thing.ourKey), resellerId }
  const isThere = await unlessRefused(withdrawNotice(ctx, name, ctx.actor).then(({ changed }) => changed))
  if (!isThere && thing.marks['gone'] === undefined) {
    return leave(work, `notice ${text.id}: changed there, and withdrawn here`)
  }
  const ourKey = await makeNotice(ctx, work, text)
  const marks = { ...textMarks(ctx, text), ...(ourKey === null ? { gone: 'yes' } : {}) }
  await saveThings(ctx.db, work, 'notice', [{ ...thing, ourKey: ourKey ?? thing.ourKey, marks }])
  work.brought.textsChanged++
}

/** What is no longer shown there goes here, and comes again with it. */
async function changeArticle(ctx: TxCtx, work: Work, thing: Thing, text: SourceText): Promise<void> {
  const wasGone = thing.marks['gone'] === 'yes'
  const saved = await makeArticle(ctx, work, text, wasGone ? undefined : thing.ourKey)
  if (saved === null && !wasGone) {
    const name = { resellerId: work.resellerId, articleId: thing.ourKey }
    await unlessRefused(removeArticle(ctx, name, ctx.actor).then(() => true))
  }
  const marks = { ...textMarks(ctx, text), ...(saved === null ? { gone: 'yes' } : {}) }
  await saveThings(ctx.db, work, 'article', [{ ...thing, ourKey: saved ?? thing.ourKey, marks }])
  work.brought.textsChanged++
}

function leave(work: Work, what: string): void {
  work.brought.textsLeft++
  keepHere(work, what)
}

async function unlessRefused(asked: Promise<boolean>): Promise<boolean> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
