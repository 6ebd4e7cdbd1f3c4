import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import type { OrderRow } from '../../../../contract/console/orders.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import type { Answer, AnswerOf } from '../../../platform/http/answer.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { auditLook } from '../../audit/audit.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { loadPage } from '../../lists/list-page.ts'
import { keptMargin } from './kept-margin.ts'
import { orderList, type ListedOrder } from './queries.ts'

type List = typeof consoleApi.orders.list

export async function findOrders(ctx: StaffCtx, input: Static<List['input']>): Promise<AnswerOf<List>> {
  const query = await orderList(ctx, ctx.resellerId, input)
  const { rows, ...page } = await loadPage<ListedOrder, 'createdAt' | 'totalFen'>(ctx, query, input)
  if (input.cursor === undefined) await auditLook(ctx, 'orders.listed', null, filterWords(input, page.count))
  return { rows: rows.map((row) => showOrder(ctx, row)), ...page }
}

/** Wholesale needs `prices.read`. Margin also needs `money.read`, since the commission is taken from it. */
export function showOrder(ctx: Pick<StaffCtx, 'actor' | 'language'>, row: ListedOrder): Answer<OrderRow> {
  const { id, accountId, userName, packageNames, wholesaleFen, commissionFen: _commission, ...rest } = row
  const seesPrices = may(ctx, 'prices.read')
  // What was sold by hand was sold at wholesale.
  const isHidden = row.paidBy === 'reseller' && !seesPrices
  return {
    ...rest,
    ...(isHidden ? { totalFen: 0, refundedFen: 0 } : {}),
    orderId: id,
    buyer: { accountId, userName },
    packageId: row.packageId === null ? null : String(row.packageId),
    packageName: inLanguage(row.packageName, packageNames, ctx.language),
    wholesaleFen: seesPrices ? wholesaleFen : null,
    marginFen: seesPrices && may(ctx, 'money.read') && row.settledAt !== null ? keptMargin(row) : null,
  }
}
