import type { UserFilters } from '../../../../contract/console/users.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import { formatFen } from '../../../../contract/money.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { readByIndex } from '../../../platform/db/read-by-index.ts'
import { FileReply } from '../../../platform/http/file-answer.ts'
import { csvLines, timeWriter, writeCsv } from '../../../platform/text/csv.ts'
import { auditLook } from '../../audit/audit.ts'
import { dayOf } from '../../traffic/rank-range.ts'
import { askedBy, auditWords, orderOf } from './list-users.ts'
import { countUsers, findUserIds, findUserRows, type PageEnd, type UserRow } from './queries.ts'

const PART = 500
const HEAD = [
  'id',
  'account',
  'email',
  'state',
  'package',
  'ends',
  'used_bytes',
  'total_bytes',
  'balance',
  'registered',
  'last_used',
]

/** Exports a whole list page by page, so that an export of a hundred thousand users holds up nobody. */
export async function exportUsers(ctx: StaffCtx, input: Omit<UserFilters, 'cursor' | 'limit'>): Promise<FileReply> {
  const { sort, ...filter } = input
  const asked = askedBy(ctx)
  const time = timeWriter(ctx.config.businessTz)
  const count = await inTx(ctx, async (tx) => {
    await readByIndex(tx.db)
    return countUsers(tx.db, asked, filter)
  })
  await auditLook(ctx, 'users.exported', null, { ...auditWords(filter), count })
  async function* parts(): AsyncGenerator<string> {
    yield writeCsv([HEAD])
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
      yield csvLines(rows.map((row) => toLine(row, asked.seesMails, time)))
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

function toLine(row: UserRow, seesMails: boolean, at: (date: Date | null) => string): string[] {
  return [
    String(row.id),
    row.userName,
    row.email === null ? '' : seesMails ? row.email : maskAddress(row.email),
    row.state,
    row.packageName ?? '',
    at(row.expiresAt),
    String(row.usedBytes),
    String(row.totalBytes),
    formatFen(row.balanceFen).replaceAll(',', ''),
    at(row.createdAt),
    at(row.lastTrafficAt),
  ]
}
