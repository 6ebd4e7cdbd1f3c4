import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { plainYuan, timeWriter } from '../../../platform/text/csv.ts'
import { csvFile, FILE_ROWS_MAX } from '../../lists/csv-file.ts'
import { csvWords } from '../../lists/csv-words.ts'
import { loadAll } from '../../lists/list-page.ts'
import { showOrder } from './find-orders.ts'
import { orderList, type ListedOrder } from './queries.ts'

type Export = typeof consoleApi.orders.export

export async function exportOrders(ctx: StaffCtx, input: Static<Export['input']>): Promise<Static<Export['output']>> {
  const query = await orderList(ctx, ctx.resellerId, input)
  const found = await loadAll<ListedOrder, 'createdAt' | 'totalFen'>(ctx, query, input, FILE_ROWS_MAX)
  const { orderHeads, names } = csvWords[ctx.language]
  const time = timeWriter(ctx.config.businessTz)
  const name = (word: string | null) => (word === null ? '' : (names[word] ?? word))
  const lines = found.rows.map((row) => {
    const { orderId, buyer, packageName, totalFen, refundedFen, wholesaleFen, marginFen } = showOrder(ctx, row)
    return [
      time(row.createdAt),
      time(row.settledAt),
      orderId,
      buyer.userName,
      name(row.action),
      packageName ?? '',
      name(row.period),
      plainYuan(totalFen),
      plainYuan(refundedFen),
      name(row.state),
      name(row.channel ?? row.paidBy),
      plainYuan(wholesaleFen),
      plainYuan(marginFen),
    ]
  })
  return csvFile(ctx, { what: 'orders', heads: orderHeads, lines, isCut: found.isCut, input })
}
