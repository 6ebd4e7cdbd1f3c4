import { randomInt } from 'node:crypto'

import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { insertAccount, isNameTaken, loadInviterId } from './queries.ts'
import { takePlace } from './take-place.ts'

type NewAccount = Hashed & { password: string }
type Hashed = {
  resellerId: number
  userName: string
  /** Not verified yet. */
  email?: string | null
  /** Empty: nobody invited. */
  inviteCode: string
  agreementVersion: string | null
  /** What there is to say against an invitation. */
  judgeInvite?: (inviterId: number) => Promise<'own_device' | 'same_address' | null>
}

type NewCtx = Pick<Ctx, 'db' | 'now' | 'language' | 'config'>

/** Returns the new account's id, or refuses with `invite.unknown`, `account.taken` or `reseller.full`. */
export async function createAccount(ctx: NewCtx, { password, ...account }: NewAccount): Promise<number> {
  // An unknown code is told before the hash, which takes its time.
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
      if (id !== null) return id
      // One of two unique indexes stopped it. If not the name, then the invite code, which is simply made anew.
      if (await isNameTaken(tx.db, resellerId, userName)) fail('account.taken')
    }
  })
}

/** Inviter and invited are of one reseller: a code of another is unknown here. */
async function getInviterId(ctx: Pick<Ctx, 'db'>, resellerId: number, code: string): Promise<number | null> {
  return code === '' ? null : ((await loadInviterId(ctx.db, resellerId, code)) ?? fail('invite.unknown'))
}

/** Without what is mistaken for something else when read aloud or copied by hand: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY'

function newInviteCode(): string {
  return Array.from({ length: limits.inviteCodeLength }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
