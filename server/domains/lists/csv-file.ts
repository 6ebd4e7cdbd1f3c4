import type { Static } from 'typebox'

import type { CsvFile } from '../../../contract/console/list.ts'
import type { StaffScope } from '../../../contract/route.ts'
import type { StaffCtx } from '../../platform/context.ts'
import { dayOf } from '../../platform/text/business-day.ts'
import { writeCsv } from '../../platform/text/csv.ts'
import { auditLook } from '../audit/audit.ts'
import { filterWords } from './filter-words.ts'

/** More rows than a person reads, and still easy for a spreadsheet. A filter makes them fewer. */
export const FILE_ROWS_MAX = 20_000

type Table = { what: string; heads: string[]; lines: string[][]; isCut: boolean; input: Record<string, unknown> }

/** Makes a file of a list, and audits who exported what. */
export async function csvFile(
  ctx: StaffCtx<StaffScope>,
  { what, heads, lines, isCut, input }: Table,
): Promise<Static<typeof CsvFile>> {
  await auditLook(ctx, `${what}.exported`, null, filterWords(input, lines.length))
  const name = `${what}-${ctx.resellerId ?? 'all'}-${dayOf(ctx.now, ctx.config.businessTz)}.csv`
  return { name, text: writeCsv([heads, ...lines]), rows: lines.length, isCut }
}
