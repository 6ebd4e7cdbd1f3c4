import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { auditLook } from '../../audit/audit.ts'
import { loadStatement } from '../../books/load-statement.ts'
import { statementCsv, statementRows } from '../../books/statement-csv.ts'
import { monthNameOf, monthNames } from '../../lists/month-names.ts'
import { loadFirstEntry } from './queries.ts'

type Show = typeof consoleApi.money.statement
type Export = typeof consoleApi.money.exportStatement

export async function showStatement(ctx: StaffCtx, input: Static<Show['input']>): Promise<AnswerOf<Show>> {
  const first = (await loadFirstEntry(ctx.db, ctx.resellerId)) ?? ctx.now
  const { month, ...statement } = await load(ctx, input.month)
  return {
    ...statement,
    month,
    months: monthNames(ctx.config.businessTz, first, ctx.now),
  }
}

export async function exportStatement(ctx: StaffCtx, input: Static<Export['input']>): Promise<AnswerOf<Export>> {
  const { month, ...statement } = await load(ctx, input.month)
  await auditLook(ctx, 'statement.exported', null, { month })
  const rows = statementRows(statement).length
  const name = `statement-${ctx.resellerId}-${month}.csv`
  return { name, text: statementCsv(statement, ctx.language), rows, isCut: false }
}

async function load(ctx: StaffCtx, wanted: string | undefined) {
  const name = wanted ?? monthNameOf(ctx.config.businessTz, ctx.now)
  const [year = 0, month = 0] = name.split('-').map(Number)
  return { ...(await loadStatement(ctx, ctx.resellerId, { year, month })), month: name }
}
