import Type from 'typebox'

import { NoticeBlock } from './notices.ts'
import { route } from './route.ts'

/** A name of the release's own articles, or one that was given to a reseller's. */
export const ArticleId = Type.String({ pattern: '^([a-z]{3,16}|own-[0-9a-f]{12})$' })

const Found = Type.Object({
  articleId: Type.String(),
  title: Type.String(),
  /** The first words as plain text. */
  summary: Type.String(),
})

const closed = { additionalProperties: false } as const

export const articles = {
  search: route('POST /api/help/search', {
    access: 'user',
    summary:
      'Help articles that fit what a user is writing, the best ones first. A POST keeps the words out of addresses',
    input: Type.Object({ text: Type.String({ minLength: 1, maxLength: 4000 }) }, closed),
    output: Type.Object({ items: Type.Array(Found) }),
  }),
  show: route('GET /api/help/article', {
    access: 'user',
    summary: 'One help article',
    input: Type.Object({ articleId: ArticleId }, closed),
    output: Type.Object({ articleId: Type.String(), title: Type.String(), blocks: Type.Array(NoticeBlock) }),
    errors: ['object.unknown'],
  }),
  vote: route('POST /api/help/vote', {
    access: 'user',
    summary: 'Say whether an article helped; a second answer within 30 days is not counted',
    input: Type.Object({ articleId: ArticleId, helped: Type.Boolean() }, closed),
    output: Type.Object({ isCounted: Type.Boolean() }),
    errors: ['object.unknown'],
  }),
}
