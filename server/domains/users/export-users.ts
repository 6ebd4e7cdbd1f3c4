import type { Static } from 'typebox'

import type { UserFilters, users } from '../../../contract/console/users.ts'
import { maskAddress } from '../../../contract/mask.ts'
import { inTx, may, type StaffCtx } from '../../platform/context.ts'
import { readByIndex } from '../../platform/db/read-by-index.ts'
import { FileReply } from '../../platform/http/file-answer.ts'
import { dayOf } from '../../platform/text/business-day.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { csvLines, plainYuan, timeWriter, writeCsv } from '../../platform/text/csv.ts'
import { auditLook } from '../audit/audit.ts'
import { csvFile } from '../lists/csv-file.ts'
import { csvWords } from '../lists/csv-words.ts'
import { countUsers } from './count-users.ts'
import { askedBy, auditWords, orderOf } from './list-users.ts'
import { findUserIds, findUserRows, type PageEnd, type UserRow } from './queries.ts'

type Ticked = typeof users.exportTicked

const PART = 500

/** Exports a whole list page by page, so that an export of a hundred thousand users holds up nobody. */
export async function exportUsers(ctx: StaffCtx, input: Omit<UserFilters, 'cursor' | 'limit'>): Promise<FileReply> {
  const { sort, ...filter } = input
  const lineOf = lineWriter(ctx)
  const { asked, count } = await inTx(ctx, async (tx) => {
    await readByIndex(tx.db)
    const scope = await askedBy(tx, filter.search)
    return { asked: scope, count: await countUsers(tx.db, scope, filter) }
  })
  await auditLook(ctx, 'users.exported', null, { ...auditWords(filter), count })
  async function* parts(): AsyncGenerator<string> {
    yield writeCsv([csvWords[ctx.language].userHeads])
    let end: PageEnd | null = null
    for (;;) {
      const page = { order: orderOf(sort), end, limit: PART }
      const { found, rows } = await inTx(ctx, async (tx) => {
        await readByIndex(tx.db)
        const ids = await findUserIds(tx.db, asked, filter, page)
        return {
          found: ids,
          rows: await findUserRows(
            tx.db,
            ctx.resellerId,
            ids.map(({ id }) => id),
            ctx.now,
          ),
        }
      })
      yield csvLines(rows.map(lineOf))
      const last = found.at(-1)
      if (!last || found.length < PART) return
      end = { part: last.value === null ? 'n' : 'v', value: last.value ?? '', id: last.id }
    }
  }
  return new FileReply(
    `users-${ctx.resellerId}-${dayOf(ctx.now, ctx.config.businessTz)}.csv`,
    'text/csv; charset=utf-8',
    parts(),
  )
}

/** The ticked users in one piece: they fit into one. */
export async function exportTicked(ctx: StaffCtx, { ids }: Static<Ticked['input']>): Promise<Static<Ticked['output']>> {
  const rows = await findUserRows(ctx.db, ctx.resellerId, [...new Set(ids.split(',').map(Number))], ctx.now)
  const lines = rows.map(lineWriter(ctx))
  return csvFile(ctx, { what: 'users', heads: csvWords[ctx.language].userHeads, lines, isCut: false, input: {} })
}

function lineWriter(ctx: StaffCtx): (row: UserRow) => string[] {
  const seesMails = may(ctx, 'users.private')
  const time = timeWriter(ctx.config.businessTz)
  const { userStates } = csvWords[ctx.language]
  return (row) => [
    String(row.id),
    row.userName,
    row.email === null ? '' : seesMails ? row.email : maskAddress(row.email),
    userStates[row.state],
    row.packageName === null ? '' : inLanguage(row.packageName, row.packageNames, ctx.language),
    time(row.expiresAt),
    String(row.usedBytes),
    String(row.totalBytes),
    plainYuan(row.balanceFen),
    time(row.createdAt),
    time(row.lastTrafficAt),
    row.tags.join(' · '),
  ]
}
