import type { Static } from 'typebox'

import { readCardCode, readOldCode } from '../../../../contract/card-code.ts'
import type { consoleApi } from '../../../../contract/console/api.ts'
import type { BatchRow, CardRow } from '../../../../contract/console/cards.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer, AnswerOf } from '../../../platform/http/answer.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { auditLook } from '../../audit/audit.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { loadPage } from '../../lists/list-page.ts'
import {
  batchList,
  cardList,
  findStock,
  loadListedCard,
  PACE_DAYS,
  type ListedBatch,
  type ListedCard,
} from './queries.ts'

type Cards = typeof consoleApi.cards
type Input<K extends keyof Cards> = Static<Cards[K]['input']>
type Output<K extends keyof Cards> = AnswerOf<Cards[K]>

export async function findBatches(ctx: StaffCtx, input: Input<'batches'>): Promise<Output<'batches'>> {
  const { rows, ...page } = await loadPage<ListedBatch, 'id'>(ctx, batchList(ctx.resellerId, input), input)
  return { rows: rows.map((row) => showBatch(ctx, row)), ...page }
}

export const findCardStock: Handler<Cards['stock']> = async (ctx) => {
  const since = new Date(ctx.now.getTime() - PACE_DAYS * DAY_MS)
  const rows = await findStock(ctx.db, ctx.resellerId, since)
  return {
    rows: rows.map(({ packageNames, packageId, batchId, keyCount, goodDays, priceFen, ...row }) => ({
      ...row,
      packageId: packageId === null ? null : String(packageId),
      packageName: inLanguage(row.packageName, packageNames, ctx.language),
      last: batchId === null ? null : { batchId, keyCount: keyCount!, goodDays, priceFen },
    })),
  }
}

export async function findCards(ctx: StaffCtx, input: Input<'list'>): Promise<Output<'list'>> {
  const { rows, ...page } = await loadPage<ListedCard, 'id'>(ctx, await cardList(ctx, ctx.resellerId, input), input)
  if (input.cursor === undefined) await auditLook(ctx, 'cards.listed', null, filterWords(input, page.count))
  return { rows: rows.map((row) => showCard(ctx, row)), ...page }
}

/** Finds a card by its whole key, in any state. */
export async function findCard(ctx: StaffCtx, { code: typed }: Input<'find'>): Promise<Answer<CardRow>> {
  const code = readCardCode(typed) ?? readOldCode(typed)
  const card = code === null ? null : await loadListedCard(ctx.db, ctx.resellerId, sha256(code))
  if (!card) return fail('card.unknown')
  await auditLook(ctx, 'card.looked_up', `card:${card.id}`)
  return showCard(ctx, card)
}

function showBatch(ctx: StaffCtx, row: ListedBatch): Answer<BatchRow> {
  const { id, packageNames, costFen, ...rest } = row
  return {
    ...rest,
    batchId: id,
    packageName: inLanguage(row.packageName, packageNames, ctx.language),
    costFen: may(ctx, 'prices.read') ? costFen : null,
    keysUntil: keysUntilOf(ctx, row),
  }
}

/** The job may come minutes after the end of the day; until it does, the row says nothing. */
function keysUntilOf(ctx: StaffCtx, { keysUntil, closedAt }: ListedBatch): Date | null {
  const isReadable = keysUntil !== null && keysUntil > ctx.now && closedAt === null
  return isReadable && may(ctx, 'cards.write') ? keysUntil : null
}

export function showCard(ctx: Pick<StaffCtx, 'language' | 'actor'>, row: ListedCard): Answer<CardRow> {
  const { id, packageNames, accountId, assignedName, redeemedBy, redeemedName, ...rest } = row
  return {
    ...rest,
    cardId: id,
    soldFen: may(ctx, 'prices.read') ? row.soldFen : null,
    packageName: inLanguage(row.packageName, packageNames, ctx.language),
    state: row.state === 'unused' && accountId !== null ? 'assigned' : row.state,
    assignedTo: accountId === null ? null : { accountId, userName: assignedName! },
    redeemedBy: redeemedBy === null ? null : { accountId: redeemedBy, userName: redeemedName! },
  }
}
