import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { hideArticle, removeArticle, resetArticle, saveArticle } from '../../articles/operator.ts'
import { staffActor } from '../../audit/audit.ts'
import { listArticles, previewArticle, showArticle } from './calls.ts'

const { articles } = consoleApi

export const articleRoutes = [
  bind(articles.list, listArticles),
  bind(articles.show, showArticle),
  bind(articles.preview, previewArticle),
  bind(articles.save, (ctx, input) => saveArticle(ctx, ctx.resellerId, input, staffActor(ctx))),
  bind(articles.hide, async (ctx, input) => {
    await hideArticle(ctx, { resellerId: ctx.resellerId, ...input }, staffActor(ctx))
    return {}
  }),
  bind(articles.reset, async (ctx, { articleId }) => {
    await resetArticle(ctx, { resellerId: ctx.resellerId, articleId }, staffActor(ctx))
    return {}
  }),
  bind(articles.remove, async (ctx, { articleId }) => {
    await removeArticle(ctx, { resellerId: ctx.resellerId, articleId }, staffActor(ctx))
    return {}
  }),
]
