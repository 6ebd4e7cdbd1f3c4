import type { Static } from 'typebox'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { bind } from '../../platform/http/bind.ts'
import { OTHER_LANGUAGES } from '../../platform/text/by-language.ts'
import { staffActor } from '../audit/audit.ts'
import { countAnswer, findAnswerCounts } from './count-answer.ts'
import { findArticles, loadReader, readArticle, readText, type Article } from './find-articles.ts'
import { OWN_ARTICLES_MAX, hideArticle, removeArticle, resetArticle, saveArticle } from './operator.ts'
import { searchArticles } from './search-articles.ts'

type UserCtx = Ctx<'user'>
type Input<Name extends keyof typeof api.articles> = Static<(typeof api.articles)[Name]['input']>
type Output<Name extends keyof typeof api.articles> = Promise<Static<(typeof api.articles)[Name]['output']>>

/** More would push what the user is writing off a small screen. */
const OFFERED_MAX = 3

async function offerArticles(ctx: UserCtx, { text }: Input<'search'>): Output<'search'> {
  const { resellerId } = ctx.owner
  const shown = (await findArticles(ctx.db, resellerId)).filter(({ isHidden }) => !isHidden)
  const found = searchArticles(shown, text).slice(0, OFFERED_MAX)
  if (found.length === 0) return { items: [] }
  const reader = await loadReader(ctx.db, resellerId, ctx.language)
  const items = found.map((article) => {
    const { title, summary } = readArticle(article, reader)
    return { articleId: article.id, title, summary }
  })
  return { items }
}

async function openArticle(ctx: UserCtx, { articleId }: Input<'show'>): Output<'show'> {
  const { resellerId } = ctx.owner
  const article = (await findArticles(ctx.db, resellerId)).find(({ id, isHidden }) => id === articleId && !isHidden)
  if (!article) return fail('object.unknown')
  const { title, blocks } = readArticle(article, await loadReader(ctx.db, resellerId, ctx.language))
  return { articleId, title, blocks }
}

async function voteOnArticle(ctx: UserCtx, { articleId, helped }: Input<'vote'>): Output<'vote'> {
  const { resellerId, accountId } = ctx.owner
  return { isCounted: await countAnswer(ctx, { resellerId, articleId, helped }, `account ${accountId}`) }
}

export const articleRoutes = [
  bind(api.articles.search, offerArticles),
  bind(api.articles.show, openArticle),
  bind(api.articles.vote, voteOnArticle),
]

const { articles } = consoleApi

function writtenTexts({ title, titles, body, bodies, words }: Article) {
  const others = OTHER_LANGUAGES.flatMap((language) => {
    const text = {
      title: (titles as Record<string, string>)[language],
      body: (bodies as Record<string, string>)[language],
    }
    return text.title !== undefined && text.body !== undefined
      ? [[language, { title: text.title, body: text.body }] as const]
      : []
  })
  return { title, body, words, ...Object.fromEntries(others) }
}

export const officeArticleRoutes = [
  bind(articles.list, async (ctx) => {
    const { db, resellerId, language } = ctx
    const all = await findArticles(db, resellerId)
    const reader = await loadReader(db, resellerId, language)
    const counts = await findAnswerCounts(db, resellerId)
    const rows = all.map((article) => ({
      articleId: article.id,
      title: readArticle(article, reader).title,
      origin: article.origin,
      isHidden: article.isHidden,
      languages: ['zh-CN', ...Object.keys(article.titles as object)],
      helpedCount: counts.get(article.id)?.helpedCount ?? 0,
      unhelpedCount: counts.get(article.id)?.unhelpedCount ?? 0,
      changedAt: article.changedAt?.toISOString() ?? null,
    }))
    return { rows, mayAdd: all.filter(({ origin }) => origin === 'own').length < OWN_ARTICLES_MAX }
  }),
  bind(articles.show, async (ctx, { articleId }) => {
    const article = (await findArticles(ctx.db, ctx.resellerId)).find(({ id }) => id === articleId)
    return article ? writtenTexts(article) : fail('object.unknown')
  }),
  bind(articles.preview, async (ctx, { title, body }) => {
    const read = readText(title, body, await loadReader(ctx.db, ctx.resellerId, ctx.language))
    return { title: read.title, blocks: read.blocks }
  }),
  bind(articles.save, (ctx, input) => saveArticle(ctx, ctx.resellerId, input, staffActor(ctx))),
  bind(articles.hide, (ctx, input) => hideArticle(ctx, { resellerId: ctx.resellerId, ...input }, staffActor(ctx))),
  bind(articles.reset, (ctx, { articleId }) =>
    resetArticle(ctx, { resellerId: ctx.resellerId, articleId }, staffActor(ctx)),
  ),
  bind(articles.remove, (ctx, { articleId }) =>
    removeArticle(ctx, { resellerId: ctx.resellerId, articleId }, staffActor(ctx)),
  ),
]
