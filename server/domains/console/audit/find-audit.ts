import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import type { Language } from '../../../../contract/languages.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { timeWriter } from '../../../platform/text/csv.ts'
import { auditLook } from '../../audit/audit.ts'
import { csvFile, FILE_ROWS_MAX } from '../../lists/csv-file.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { loadAll, loadPage } from '../../lists/list-page.ts'
import { nameThings } from './names.ts'
import { auditList, type ListedAudit } from './queries.ts'

type Calls = typeof consoleApi.audit

/** Reading the audit log is audited as well. */
export async function findAuditRows(
  ctx: StaffCtx<'any'>,
  input: Static<Calls['list']['input']>,
): Promise<AnswerOf<Calls['list']>> {
  const page = await loadPage<ListedAudit, 'at'>(ctx, auditList(ctx.resellerId, input), input)
  await auditLook(ctx, 'audit.listed', null, filterWords(input, page.rows.length))
  const names = await nameThings(ctx, page.rows)
  const rows = page.rows.map((row, at) => ({
    ...row,
    actorName: names[at]![row.actor] ?? null,
    names: names[at]!,
  }))
  return { ...page, rows }
}

const HEADS: Record<Language, string[]> = {
  'zh-CN': ['时间', '代理', '操作人', '名称', '操作', '对象', '对象名称', '变更前', '变更后', '说明', '地址'],
  'zh-TW': ['時間', '代理商', '操作人', '名稱', '操作', '對象', '對象名稱', '變更前', '變更後', '說明', '位址'],
  en: ['Time', 'Reseller', 'Who', 'Name', 'What', 'Whom', 'Whom (name)', 'Before', 'After', 'Detail', 'Address'],
}

export async function exportAudit(
  ctx: StaffCtx<'any'>,
  input: Static<Calls['export']['input']>,
): Promise<AnswerOf<Calls['export']>> {
  const { rows, isCut } = await loadAll<ListedAudit, 'at'>(ctx, auditList(ctx.resellerId, input), {}, FILE_ROWS_MAX)
  const names = await nameThings(ctx, rows)
  const time = timeWriter(ctx.config.businessTz)
  const words = (of: Record<string, unknown> | null) =>
    Object.entries(of ?? {})
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join('; ')
  const lines = rows.map((row, at) => [
    time(row.at),
    row.resellerId === null ? '' : String(row.resellerId),
    row.actor,
    names[at]![row.actor] ?? '',
    row.action,
    row.subject ?? '',
    names[at]![row.subject ?? ''] ?? '',
    words(row.before),
    words(row.after),
    words(row.detail),
    row.address ?? '',
  ])
  return csvFile(ctx, { what: 'audit', heads: HEADS[ctx.language], lines, isCut, input })
}
