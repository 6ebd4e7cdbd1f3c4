import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { plainYuan, timeWriter } from '../../../platform/text/csv.ts'
import { csvFile, FILE_ROWS_MAX } from '../../lists/csv-file.ts'
import { csvWords } from '../../lists/csv-words.ts'
import { loadAll } from '../../lists/list-page.ts'
import { paymentList, type ListedPayment } from './queries.ts'

type Export = typeof consoleApi.payments.export

export async function exportPayments(ctx: StaffCtx, input: Static<Export['input']>): Promise<Static<Export['output']>> {
  const whose = { resellerId: ctx.resellerId, seesMoney: may(ctx, 'money.read') }
  const query = await paymentList(ctx, whose, input)
  const found = await loadAll<ListedPayment, 'createdAt' | 'amountFen'>(ctx, query, input, FILE_ROWS_MAX)
  const { paymentHeads, names } = csvWords[ctx.language]
  const time = timeWriter(ctx.config.businessTz)
  const name = (word: string) => names[word] ?? word
  const lines = found.rows.map((row) => [
    time(row.createdAt),
    time(row.paidAt),
    row.outTradeNo,
    row.tradeNo ?? '',
    row.userName ?? '',
    name(row.purpose),
    plainYuan(row.amountFen),
    plainYuan(row.refundedFen),
    name(row.state),
    name(row.channel),
    name(row.merchantOwnerKey === -1 ? 'platform_merchant' : 'own_merchant'),
  ])
  return csvFile(ctx, { what: 'payments', heads: paymentHeads, lines, isCut: found.isCut, input })
}
