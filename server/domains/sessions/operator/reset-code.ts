import { maskAddress } from '../../../../contract/mask.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { issueToldCode, mailStaffCode } from '../../mail/issue-code.ts'
import { paceStaffMail } from '../../mail/pace-staff-mail.ts'
import { giveHelp, type Helper } from './give-help.ts'
import type { NamedUser } from './load-user.ts'
import { passwordLink } from './password-link.ts'

type Named = Pick<NamedUser, 'id' | 'resellerId' | 'userName'>
type CodeCtx = Pick<Ctx, 'db' | 'now' | 'config'>
/** Either the code went to a verified address, or it is shown this once, with the link that takes it. */
export type GivenCode = { sentTo: string; code: null; link: null } | { sentTo: null; code: string; link: string }

/** A code with which a user sets a new password. Its issuer sees it only when there is no address to send it to. */
export async function giveResetCode(ctx: CodeCtx, user: NamedUser, helper: Helper): Promise<GivenCode> {
  const { verifiedEmail: email, resellerId } = user
  if (email === null) {
    const code = await tellResetCode(ctx, user, helper)
    return { sentTo: null, code, link: await passwordLink(ctx, resellerId, { userName: user.userName, code }) }
  }
  await paceStaffMail(ctx, { resellerId, by: helper.actor, to: email, isProved: true })
  return inTx(ctx, async (tx) => {
    const owner = { resellerId: user.resellerId, accountId: user.id }
    await giveHelp(tx, owner, 'reset_code', helper)
    const { language, userName } = user
    await mailStaffCode(tx, { ...owner, userName, email }, { template: 'code_staff', language })
    await writeIssued(tx, user, helper, true)
    return { sentTo: maskAddress(email), code: null, link: null }
  })
}

/**
 * For a user who has no bound address or no longer reads it. Shown once, to the person who checked the user's identity.
 */
export function tellResetCode(ctx: CodeCtx, user: Named, helper: Helper): Promise<string> {
  const owner = { resellerId: user.resellerId, accountId: user.id }
  return inTx(ctx, async (tx) => {
    await giveHelp(tx, owner, 'reset_code', helper)
    await emit(tx, 'password.code_told', userOf(owner))
    const code = await issueToldCode(tx, { ...owner, userName: user.userName, email: '' })
    await writeIssued(tx, user, helper, false)
    return code
  })
}

function writeIssued(
  ctx: Pick<CodeCtx, 'db' | 'now'>,
  user: Named,
  { actor }: Helper,
  isMailed: boolean,
): Promise<void> {
  const { resellerId, id } = user
  const entry = { resellerId, actor, action: 'password.reset_code_issued', subject: accountSubject(id) }
  return writeAudit(ctx.db, { ...entry, after: { resetCode: 'set', isMailed } }, ctx.now)
}
