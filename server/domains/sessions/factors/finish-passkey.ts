import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { claimAccount } from '../../accounts/lock-account-row.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { verifyNewPasskey } from '../../sign-in/passkeys.ts'
import { endOthers } from '../end-sessions.ts'
import { spendChallengeOf } from './passkey-challenge.ts'
import { findPasskeys, insertPasskey } from './passkey-queries.ts'
import { getRelyingParty } from './relying-party.ts'

/**
 * Stores the public half of a key that the browser has just made for this account. A further way to sign in takes none
 * away: other devices stay signed in unless the owner wants otherwise.
 */
export async function finishPasskey(
  ctx: Ctx<'user'>,
  input: { name: string; response: Record<string, unknown>; endOthers?: boolean },
): Promise<void> {
  const { owner } = ctx
  const site = await getRelyingParty(ctx, ctx.resellerId)
  const challenge = await spendChallengeOf(ctx, { ...owner, purpose: 'register' }, input.response)
  const credential = (await verifyNewPasskey(site, challenge, input.response)) ?? fail('passkey.refused')
  await inTx(ctx, async (tx) => {
    // Without the lock two browsers at once would both find room for one more key.
    await claimAccount(tx, owner)
    if (input.endOthers ?? false) await endOthers(tx)
    if ((await findPasskeys(tx.db, owner)).length >= limits.passkeysPerAccount) fail('passkey.too_many')
    const passkey = {
      ...owner,
      ...credential,
      name: input.name,
      createdAt: ctx.now,
    }
    if (!(await insertPasskey(tx.db, passkey))) fail('passkey.refused')
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor: subject, action: 'passkey.added', subject }
    await writeAudit(tx.db, entry, ctx.now)
    await emit(tx, 'passkey.added', { ...userOf(owner), aside: { name: input.name } })
  })
}
