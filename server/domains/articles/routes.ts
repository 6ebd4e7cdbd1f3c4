import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { offerArticles, openArticle, voteOnArticle } from './calls.ts'

export const articleRoutes = [
  bind(api.articles.search, offerArticles),
  bind(api.articles.show, openArticle),
  bind(api.articles.vote, voteOnArticle),
]
