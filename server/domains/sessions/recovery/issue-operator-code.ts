import { accountSubject, writeAudit } from '../../../platform/audit.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { issueToldCode } from '../../mail/issue-code.ts'

type Account = { resellerId: number; id: number; userName: string }

/**
 * A one-time reset code for a user who has no bound address or no longer reads it. Answered once, to whoever checked
 * that the user is who he says; `actor` is written into the audit log.
 */
export function issueOperatorCode(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  account: Account,
  actor = 'operator',
): Promise<string> {
  const { resellerId, id: accountId, userName } = account
  return inTx(ctx, async (tx) => {
    const code = await issueToldCode(tx, { resellerId, accountId, userName, email: '' })
    const entry = { resellerId, actor, action: 'password.reset_code_issued', subject: accountSubject(accountId) }
    await writeAudit(tx.db, entry, ctx.now)
    return code
  })
}
