import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { newInviteCode } from './invite-code.ts'
import { insertAccount, isNameTaken, loadInviterId } from './queries.ts'

type NewAccount = {
  resellerId: number
  userName: string
  password: string
  /** Empty: nobody invited. */
  inviteCode: string
  agreementVersion: string | null
  /** What there is to say against an invitation. */
  judgeInvite?: (inviterId: number) => Promise<'own_device' | 'same_address' | null>
}

/** Answers the new account's id, or refuses with `invite.unknown` or `account.taken`. */
export async function createAccount(
  ctx: Pick<Ctx, 'db' | 'now' | 'language'>,
  { resellerId, userName, password, inviteCode, agreementVersion, judgeInvite }: NewAccount,
): Promise<number> {
  const inviterId = await getInviterId(ctx, resellerId, inviteCode.trim())
  const account = {
    resellerId,
    userName,
    passwordHash: await hashPassword(password),
    inviterId,
    inviteMark: inviterId === null ? null : ((await judgeInvite?.(inviterId)) ?? null),
    language: ctx.language,
    agreementVersion,
    agreedAt: agreementVersion === null ? null : ctx.now,
    createdAt: ctx.now,
  }
  for (;;) {
    const id = await insertAccount(ctx.db, { ...account, inviteCode: newInviteCode() })
    if (id !== null) return id
    // One of two unique indexes stopped it. If not the name, then the invite code, which is simply made anew.
    if (await isNameTaken(ctx.db, resellerId, userName)) fail('account.taken')
  }
}

/** Inviter and invited are of one reseller: a code of another is unknown here. */
async function getInviterId(ctx: Pick<Ctx, 'db'>, resellerId: number, code: string): Promise<number | null> {
  return code === '' ? null : ((await loadInviterId(ctx.db, resellerId, code)) ?? fail('invite.unknown'))
}
