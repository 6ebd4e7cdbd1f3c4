import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { plainYuan, timeWriter } from '../../../platform/text/csv.ts'
import { auditLook } from '../../audit/audit.ts'
import { statementWords } from '../../books/statement-words.ts'
import { csvFile, FILE_ROWS_MAX } from '../../lists/csv-file.ts'
import { csvWords } from '../../lists/csv-words.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { loadAll, loadPage } from '../../lists/list-page.ts'
import { entryList, type ListedEntry } from './queries.ts'

type List = typeof consoleApi.money.entries
type Export = typeof consoleApi.money.exportEntries

export async function findEntries(ctx: StaffCtx, input: Static<List['input']>): Promise<AnswerOf<List>> {
  const query = entryList(ctx, ctx.resellerId, input)
  const { rows, ...page } = await loadPage<ListedEntry, 'at'>(ctx, query, input)
  if (input.cursor === undefined) await auditLook(ctx, 'entries.listed', null, filterWords(input, page.count))
  return {
    rows: rows.map(({ id, createdAt: at, ...entry }) => ({ ...entry, entryId: String(id), at })),
    ...page,
  }
}

export async function exportEntries(ctx: StaffCtx, input: Static<Export['input']>): Promise<AnswerOf<Export>> {
  const query = entryList(ctx, ctx.resellerId, input)
  const found = await loadAll<ListedEntry, 'at'>(ctx, query, input, FILE_ROWS_MAX)
  const names: Record<string, string> = statementWords[ctx.language].names
  const time = timeWriter(ctx.config.businessTz)
  const lines = found.rows.map(({ createdAt, kind, about, orderId, amountFen, afterFen }) => [
    time(createdAt),
    names[kind] ?? kind,
    about ?? '',
    orderId ?? '',
    plainYuan(amountFen),
    plainYuan(afterFen),
  ])
  const { entryHeads: heads } = csvWords[ctx.language]
  return csvFile(ctx, { what: 'entries', heads, lines, isCut: found.isCut, input })
}
