import type { Language } from '../../../../contract/languages.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail, Refusal } from '../../../platform/errors.ts'
import { randomToken } from '../../../platform/secrets/crypto.ts'
import { hashPassword } from '../../../platform/secrets/passwords.ts'
import { createHashed } from '../../accounts/create-account.ts'
import { isEmailTaken } from '../../accounts/credentials.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { issueToldCode, mailStaffCode } from '../../mail/issue-code.ts'
import { paceStaffMail } from '../../mail/pace-staff-mail.ts'
import type { Helper } from './give-help.ts'
import { passwordLink } from './password-link.ts'

/**
 * The link is good until the account's first sign-in, which needs the password that it sets. Ten years, because a code
 * has an end.
 */
const UNTIL_FIRST_USE_MS = 3650 * 86_400_000

export type NewUser = { resellerId: number; userName: string; email: string | null; language: Language }
/** `link` sets the first password, once. Without an address, the maker of the account hands it over. */
export type CreatedUser = { accountId: number; sentTo: string | null; link: string | null }

/** Staff never type a password: the user sets the first one, by the code in the mail or by the link. */
export async function createUser(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  user: NewUser,
  helper: Helper,
): Promise<CreatedUser> {
  await paceWelcome(ctx, user, helper)
  return insertUser(ctx, user, helper)
}

/** Counts the mail, which cannot be done inside a transaction. */
export async function paceWelcome(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  { resellerId, email }: NewUser,
  helper: Helper,
): Promise<void> {
  if (email !== null) await paceStaffMail(ctx, { resellerId, by: helper.actor, to: email, isProved: false })
}

export async function insertUser(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  { resellerId, userName, email, language }: NewUser,
  helper: Helper,
): Promise<CreatedUser> {
  const passwordHash = await hashPassword(randomToken())
  return inTx(ctx, async (tx) => {
    if (email !== null && (await isEmailTaken(tx.db, resellerId, email))) fail('email.taken')
    const wanted = { resellerId, userName, email, inviteCode: '', agreementVersion: null }
    const accountId = await createHashed({ ...tx, language }, wanted, passwordHash).catch(tellReseller)
    const owner = { resellerId, accountId, userName, email: email ?? '' }
    const subject = accountSubject(accountId)
    const entry = { resellerId, actor: helper.actor, action: 'account.created_by_staff', subject }
    await writeAudit(tx.db, { ...entry, after: { userName, email: email && maskAddress(email) } }, ctx.now)
    if (email === null) {
      const code = await issueToldCode(tx, owner, UNTIL_FIRST_USE_MS)
      return { accountId, sentTo: null, link: await passwordLink(tx, resellerId, { userName, code }) }
    }
    await mailStaffCode(tx, owner, { template: 'code_welcome', language })
    return { accountId, sentTo: maskAddress(email), link: null }
  })
}

/** The reseller reads this answer, so the message for its visitors would not help. */
function tellReseller(error: unknown): never {
  if (error instanceof Refusal && error.code === 'reseller.full') fail('reseller.limit')
  throw error
}
