import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import type { Ctx } from '../../../platform/context.ts'
import { pagesBy } from '../../../platform/db/page-cursor.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { findOwnRows } from './queries.ts'
import { shownLink } from './shown-link.ts'

const pages = pagesBy({ at: 'time', id: 'uuid' })
type List = typeof api.gifts.list

export async function findOwnLinks(ctx: Ctx<'user'>, { cursor }: Static<List['input']>): Promise<AnswerOf<List>> {
  const rows = await findOwnRows(ctx.db, ctx.owner, { before: pages.after(cursor), limit: pages.limit })
  const { shown, next } = pages.page(rows, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { items: shown.map((row) => shownLink(row, ctx.language)), next }
}
