import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { setEmail } from '../../accounts/credentials.ts'
import { claimAccount } from '../../accounts/lock-account-row.ts'
import { refuseHelpedLately } from '../../accounts/refuse-helped.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { guessCode, useCode, voidCodes } from '../../mail/guess-code.ts'
import { checkPassword } from '../factors/check-password.ts'
import { checkSecondFactor } from '../factors/check-second-factor.ts'
import { loadRecoveryAccount, type RecoveryAccount } from './queries.ts'

type Input = Static<typeof api.emails.bind.input>

/** Binds or changes the address. Until the code is accepted the old one stays bound and verified. */
export async function bindEmail(ctx: Ctx<'user'>, input: Input): Promise<void> {
  const { owner } = ctx
  const account = (await loadRecoveryAccount(ctx.db, owner.resellerId, ctx.actor.userName)) ?? fail('auth.required')
  // The address is the key to the account, so a stolen session or device must not be able to change it.
  await checkPassword(ctx, input.passWord ?? fail('auth.password_required'))
  const code = await guessCode(ctx, account, {
    code: input.code,
    purposes: ['bind'],
    lanes: ['name'],
    caller: ctx.actor.sessionId,
  })
  const isForThis = code?.accountId === account.id && code.email.toLowerCase() === input.email.toLowerCase()
  if (!code || !isForThis) fail('email.code_wrong')
  await checkSecondFactor(ctx, owner, input.totp)
  await inTx(ctx, async (tx) => {
    await claimAccount(tx, owner)
    await refuseHelpedLately(tx, owner)
    if (!(await useCode(tx, code))) fail('email.code_wrong')
    if (!(await setEmail(tx.db, owner, code.email, ctx.now))) fail('email.taken')
    // Codes on their way to the old address must not open the account any more.
    await voidCodes(tx, account)
    const aside = { addresses: bothOf(account, code.email), language: account.language }
    await emit(tx, 'email.bound', { ...userOf(owner), isFirst: !account.email, masked: maskAddress(code.email), aside })
    const subject = accountSubject(account.id)
    await writeAudit(
      tx.db,
      {
        resellerId: owner.resellerId,
        actor: subject,
        action: 'email.bound',
        subject,
        detail: { isFirst: !account.email },
      },
      ctx.now,
    )
  })
}

/** The old and the new address, once if they are the same mailbox. */
function bothOf({ email: old }: RecoveryAccount, email: string): string[] {
  return [...new Map([old, email].flatMap((to) => (to ? [[to.toLowerCase(), to] as const] : []))).values()]
}
