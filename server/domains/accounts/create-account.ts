import { randomInt } from 'node:crypto'

import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { hashPassword } from '../../platform/secrets/passwords.ts'
import { emit } from '../events/emit.ts'
import { insertAccount, isNameTaken, loadInviterId } from './queries.ts'
import { takePlace } from './take-place.ts'

type NewAccount = Hashed & { password: string }
type Hashed = {
  resellerId: number
  userName: string
  /** Not verified yet. */
  email?: string | null
  /** Empty when nobody invited the user. */
  inviteCode: string
  agreementVersion: string | null
  /** Returns a reason to doubt the invitation, or null. */
  judgeInvite?: (inviterId: number) => Promise<'own_device' | 'same_address' | null>
}

type NewCtx = Pick<Ctx, 'db' | 'now' | 'language' | 'config'>

/** Returns the new account's id, or refuses with `invite.unknown`, `account.taken` or `reseller.full`. */
export async function createAccount(ctx: NewCtx, { password, ...account }: NewAccount): Promise<number> {
  // Refuse an unknown code before the slow hash.
  await getInviterId(ctx, account.resellerId, account.inviteCode.trim())
  return createHashed(ctx, account, await hashPassword(password))
}

/** Takes a hash, not a password: hashing waits for a slot and must not do so inside a transaction. */
export async function createHashed(
  ctx: NewCtx,
  { resellerId, userName, email = null, inviteCode, agreementVersion, judgeInvite }: Hashed,
  passwordHash: string,
): Promise<number> {
  const inviterId = await getInviterId(ctx, resellerId, inviteCode.trim())
  const account = {
    resellerId,
    userName,
    email,
    passwordHash,
    inviterId,
    inviteMark: inviterId === null ? null : ((await judgeInvite?.(inviterId)) ?? null),
    language: ctx.language,
    agreementVersion,
    agreedAt: agreementVersion === null ? null : ctx.now,
    createdAt: ctx.now,
  }
  return inTx(ctx, async (tx) => {
    await takePlace(tx, resellerId)
    for (;;) {
      const id = await insertAccount(tx.db, { ...account, inviteCode: newInviteCode() })
      if (id !== null) {
        await emit(tx, 'user.registered', { resellerId, userId: id, inviterId })
        return id
      }
      // A unique index refused the row: if not the name's, then the invite code's, and we draw a new code.
      if (await isNameTaken(tx.db, resellerId, userName)) fail('account.taken')
    }
  })
}

/** Inviter and invited user belong to one reseller: a code of another reseller is unknown here. */
async function getInviterId(ctx: Pick<Ctx, 'db'>, resellerId: number, code: string): Promise<number | null> {
  return code === '' ? null : ((await loadInviterId(ctx.db, resellerId, code)) ?? fail('invite.unknown'))
}

/** Leaves out symbols that are easily confused when read aloud or copied: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY'

export function newInviteCode(): string {
  return Array.from({ length: limits.inviteCodeLength }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
