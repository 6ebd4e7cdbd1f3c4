import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { showCardCode } from '../../../contract/card-code.ts'
import type { Card } from '../../../contract/cards.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { readCursor, writeCursor } from '../../platform/page-cursor.ts'
import { findOwnCards, type ShownCard } from './queries.ts'
import { unsealCode } from './sealed-code.ts'
import { shownWorth } from './shown-worth.ts'

type List = typeof api.cards.list

export async function findCards(ctx: Ctx<'user'>, input: Static<List['input']>): Promise<Static<List['output']>> {
  const { owner } = ctx
  const filter = { now: ctx.now, state: input.state ?? null, before: readCursor(input.cursor) }
  const rows = await findOwnCards(ctx.db, owner, { ...filter, limit: limits.listPageSize + 1 })
  const items = rows.slice(0, limits.listPageSize)
  const last = rows.length > items.length ? items.at(-1) : undefined
  return {
    items: items.map((row) => toCard(ctx, row)),
    next: last ? writeCursor({ at: last.shownAt, id: last.id }) : null,
  }
}

function toCard(ctx: Ctx<'user'>, row: ShownCard): Card {
  const isOpen = row.shownState === 'unused' && row.accountId === ctx.actor.accountId && row.sealedCode !== null
  const name = { resellerId: ctx.resellerId, cardId: row.id }
  return {
    id: String(row.id),
    ...shownWorth(row, ctx.language),
    state: row.shownState,
    code: isOpen ? showCardCode(unsealCode(ctx.config, name, row.sealedCode!)) : null,
    lastFour: row.lastFour!,
    assignedAt: row.accountId === ctx.actor.accountId ? row.assignedAt!.toISOString() : null,
    redeemedAt: row.redeemedAt?.toISOString() ?? null,
    redeemedByMe: row.redeemedBy === ctx.actor.accountId,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}
