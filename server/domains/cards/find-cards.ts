import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { showCardCode } from '../../../contract/card-code.ts'
import type { Card } from '../../../contract/cards.ts'
import type { Ctx } from '../../platform/context.ts'
import { pagesBy } from '../../platform/db/page-cursor.ts'
import type { Answer, AnswerOf } from '../../platform/http/answer.ts'
import { unsealCode } from './card-codes.ts'
import { findOwnCards, type ShownCard } from './queries.ts'
import { shownWorth } from './redeem-card.ts'

const pages = pagesBy({ at: 'time', id: 'id' })

type List = typeof api.cards.list

export async function findCards(ctx: Ctx<'user'>, input: Static<List['input']>): Promise<AnswerOf<List>> {
  const { owner } = ctx
  const filter = { now: ctx.now, state: input.state ?? null, before: pages.after(input.cursor) }
  const rows = await findOwnCards(ctx.db, owner, { ...filter, limit: pages.limit })
  const { shown, next } = pages.page(rows, (row) => ({ at: row.shownAt, id: row.id }))
  return { items: shown.map((row) => toCard(ctx, row)), next }
}

function toCard(ctx: Ctx<'user'>, row: ShownCard): Answer<Card> {
  const isOpen = row.shownState === 'unused' && row.accountId === ctx.actor.accountId && row.sealedCode !== null
  const name = { resellerId: ctx.resellerId, cardId: row.id }
  return {
    id: String(row.id),
    ...shownWorth(row, ctx.language),
    state: row.shownState,
    code: isOpen ? showCardCode(unsealCode(ctx.config, name, row.sealedCode!)) : null,
    lastFour: row.lastFour!,
    assignedAt: row.accountId === ctx.actor.accountId ? row.assignedAt! : null,
    redeemedAt: row.redeemedAt,
    redeemedByMe: row.redeemedBy === ctx.actor.accountId,
    expiresAt: row.expiresAt,
  }
}
