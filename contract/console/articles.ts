import Type, { type Static } from 'typebox'

import { ArticleId } from '../articles.ts'
import { Done, Instant, Nothing, Nullable } from '../fields.ts'
import { limits } from '../limits.ts'
import { NoticeBlock } from '../notices.ts'
import { route } from '../route.ts'

const ArticleRow = Type.Object({
  articleId: Type.String(),
  title: Type.String(),
  /** `default`: our text. `changed`: our article in the reseller's words. `own`: the reseller's. */
  origin: Type.Enum(['default', 'changed', 'own']),
  isHidden: Type.Boolean(),
  languages: Type.Array(Type.String()),
  helpedCount: Type.Integer(),
  unhelpedCount: Type.Integer(),
  changedAt: Nullable(Instant),
})
export type ArticleRow = Static<typeof ArticleRow>

const Title = Type.String({ minLength: 1, maxLength: limits.noticeTitleMax * 2 })
const Body = Type.String({ minLength: 1, maxLength: limits.noticeBodyMax * 2 })
const closed = { additionalProperties: false } as const
const OtherText = Type.Optional(Type.Object({ title: Title, body: Body }, closed))
const Texts = { title: Title, body: Body, 'zh-TW': OtherText, en: OtherText, words: Type.String({ maxLength: 600 }) }

const read = { access: 'staff', permission: 'notices.read' } as const
const write = { access: 'staff', permission: 'notices.write' } as const
/** Long texts in three languages. */
const bodyMaxBytes = 192 * 1024

export const articles = {
  list: route('GET /api/console/articles/list', {
    ...read,
    summary: 'The help articles of this shop, and how many readers each has helped',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(ArticleRow), mayAdd: Type.Boolean() }),
  }),
  show: route('GET /api/console/articles/show', {
    ...read,
    summary: 'One article as it is written, with its placeholders',
    input: Type.Object({ articleId: ArticleId }, closed),
    output: Type.Object(Texts),
    errors: ['object.unknown'],
  }),
  preview: route('POST /api/console/articles/preview', {
    ...write,
    bodyMaxBytes,
    whenSuspended: true,
    summary: 'A text as its readers will see it. Changes nothing',
    input: Type.Object(
      {
        title: Type.String({ maxLength: limits.noticeTitleMax * 2 }),
        body: Type.String({ maxLength: limits.noticeBodyMax * 2 }),
      },
      closed,
    ),
    output: Type.Object({ title: Type.String(), blocks: Type.Array(NoticeBlock) }),
  }),
  save: route('POST /api/console/articles/save', {
    ...write,
    bodyMaxBytes,
    summary: 'Write an article of one’s own, or change one that is there',
    input: Type.Object({ articleId: Type.Optional(ArticleId), ...Texts }, closed),
    output: Type.Object({ articleId: Type.String() }),
    errors: ['object.unknown', 'article.too_many', 'reseller.suspended'],
  }),
  hide: route('POST /api/console/articles/hide', {
    ...write,
    summary: 'Show an article to users, or hide it from them',
    input: Type.Object({ articleId: ArticleId, isHidden: Type.Boolean() }, closed),
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
  reset: route('POST /api/console/articles/reset', {
    ...write,
    summary: 'Put one of our articles back to our text',
    input: Type.Object({ articleId: ArticleId }, closed),
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
  remove: route('POST /api/console/articles/remove', {
    ...write,
    summary: 'Remove an article of one’s own for good',
    input: Type.Object({ articleId: ArticleId }, closed),
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
}
