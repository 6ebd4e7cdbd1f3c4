import { consoleApi } from '../../../../contract/console/api.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import { may } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { FileReply } from '../../../platform/http/file-answer.ts'
import { csvLines, writeCsv } from '../../../platform/text/csv.ts'
import { auditLook } from '../../audit/audit.ts'
import { isUserName } from '../report/check-users.ts'
import { noticedMarks } from '../run/noticed.ts'
import { loadImport } from './task-queries.ts'
import { findToldPage, type ToldRow } from './told-queries.ts'
import { toldWords, type Told } from './told-words.ts'

const { imports: calls } = consoleApi
const PART = 1000

/**
 * All users of an import who must be told something, as they are now: whoever was helped since is not among them, as far as
 * this server can know. The reseller finds in its audit who took the list.
 */
export const tellUsers: Handler<typeof calls.tell> = async (ctx, { importId }) => {
  if (!may(ctx, 'users.export')) fail('staff.forbidden')
  const { resellerId } = (await loadImport(ctx.db, importId)) ?? fail('object.unknown')
  await auditLook({ ...ctx, resellerId }, 'import.users_exported', `import:${importId}`)
  const seesMails = may(ctx, 'users.private')
  const { heads, told, between } = toldWords[ctx.language]
  const lineOf = (row: ToldRow): string[][] => {
    const reasons = row.id === null ? [] : reasonsFor(row)
    const email = row.email === null ? '' : seesMails ? row.email : maskAddress(row.email)
    const number = row.oldKey.split(' ')[0]!
    const said = reasons.map((reason) => told[reason]).join(between)
    return reasons.length === 0 ? [] : [[number, String(row.id), row.userName, email, said]]
  }
  async function* parts(): AsyncGenerator<string> {
    yield writeCsv([heads])
    for (let after = ''; ;) {
      const rows = await findToldPage(ctx.db, { resellerId, importId, after, limit: PART })
      yield csvLines(rows.flatMap(lineOf))
      if (rows.length < PART) return
      after = rows.at(-1)!.oldKey
    }
  }
  return new FileReply(`users-to-tell-${resellerId}-${importId}.csv`, 'text/csv; charset=utf-8', parts())
}

function reasonsFor({ userName, email, emailVerified, isBlocked, hasOldAddress, noticed }: ToldRow): Told[] {
  const marks = noticedMarks.filter((mark) => noticed?.split(' ').includes(mark))
  return [
    ...(signsInByEmail(userName, email, emailVerified) ? [] : (['name'] as const)),
    ...(email === null ? (['mail'] as const) : []),
    ...marks,
    ...(hasOldAddress ? [] : (['address'] as const)),
    ...(isBlocked ? (['blocked'] as const) : []),
  ]
}

/** An e-mail that could be a user name is looked up as one; any other finds the account that has it confirmed. */
function signsInByEmail(userName: string, email: string | null, isConfirmed: boolean): boolean {
  if (email === null) return false
  return isUserName(email) ? email.toLowerCase() === userName.toLowerCase() : isConfirmed
}
