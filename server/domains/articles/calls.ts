import type { Static } from 'typebox'

import { api } from '../../../contract/api.ts'
import type { articles } from '../../../contract/articles.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { bind } from '../../platform/http/bind.ts'
import { countAnswer } from './count-answer.ts'
import { findArticles, loadReader, readArticle } from './find-articles.ts'
import { searchArticles } from './search-articles.ts'

type UserCtx = Ctx<'user'>
type Input<Name extends keyof typeof articles> = Static<(typeof articles)[Name]['input']>
type Output<Name extends keyof typeof articles> = Promise<Static<(typeof articles)[Name]['output']>>

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
