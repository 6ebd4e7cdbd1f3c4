import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { plainYuan, timeWriter } from '../../../platform/text/csv.ts'
import { csvFile, FILE_ROWS_MAX } from '../../lists/csv-file.ts'
import { csvWords } from '../../lists/csv-words.ts'
import { loadAll } from '../../lists/list-page.ts'
import { showCard } from './find-cards.ts'
import { cardList, type ListedCard } from './queries.ts'

type Export = typeof consoleApi.cards.export
const GB_BYTES = 1024 ** 3

export async function exportCards(ctx: StaffCtx, input: Static<Export['input']>): Promise<Static<Export['output']>> {
  const query = await cardList(ctx, ctx.resellerId, input)
  const found = await loadAll<ListedCard, 'id'>(ctx, query, input, FILE_ROWS_MAX)
  const { cardHeads, names } = csvWords[ctx.language]
  const time = timeWriter(ctx.config.businessTz)
  const lines = found.rows.map((row) => {
    const { state, kind, packageName, assignedTo, redeemedBy } = showCard(ctx, row)
    const worth = {
      balance: () => plainYuan(row.amountFen),
      package: () => `${packageName} ${names[row.period ?? ''] ?? ''}`,
      traffic: () => `${(row.trafficBytes ?? 0) / GB_BYTES} GB`,
      days: () => `${packageName} ${row.days}`,
    }
    return [
      String(row.batchId),
      row.lastFour ?? '',
      names[kind === 'package' ? 'plan' : kind] ?? kind,
      worth[kind](),
      names[state] ?? state,
      assignedTo?.userName ?? '',
      time(row.assignedAt),
      redeemedBy?.userName ?? '',
      time(row.redeemedAt),
      time(row.expiresAt),
    ]
  })
  return csvFile(ctx, { what: 'cards', heads: cardHeads, lines, isCut: found.isCut, input })
}
