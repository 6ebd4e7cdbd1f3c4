import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { loadFirst, once } from '../../platform/http/idempotency.ts'
import { claimAccount } from '../accounts/lock-account-row.ts'
import { sealPayout } from '../accounts/payout-account.ts'
import { refuseHelpedLately } from '../accounts/refuse-helped.ts'
import { emit } from '../events/emit.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { post } from '../ledger/post.ts'
import { checkPassword } from '../sessions/factors/check-password.ts'
import { checkSecondFactor } from '../sessions/factors/check-second-factor.ts'
import { loadWithdrawableFen } from './load-withdrawable.ts'
import { insertWithdrawal } from './withdrawal-queries.ts'

type Withdraw = typeof api.invites.withdraw
type Input = Static<Withdraw['input']>

const CALL = 'invite.withdraw'

/** Asks the operator to pay commission out. Holds the money from now on: it cannot also move to the balance. */
export async function askWithdrawal(ctx: Ctx<'user'>, input: Input): Promise<Static<Withdraw['output']>> {
  const { owner } = ctx
  const { key, passWord, totp, ...wanted } = input
  // A repeat after a lost answer: the code of the first request is already spent.
  const first = await loadFirst<Static<Withdraw['output']>>(ctx, CALL, key, wanted)
  if (first) return first
  await checkOwner(ctx, passWord, totp)
  const { amountFen, method, account, name } = wanted
  const feeFen = limits.withdrawFeeFen
  return once(ctx, CALL, key, wanted, async (tx) => {
    await claimAccount(tx, owner)
    await refuseHelpedLately(tx, owner)
    await refuseYoung(tx, owner, amountFen)
    const id = randomUUID()
    const sealedAccount = sealPayout(ctx.config, id, { account: account.trim(), name: name?.trim() ?? null })
    await insertWithdrawal(tx.db, { id, ...owner, amountFen, feeFen, method, sealedAccount, createdAt: ctx.now })
    await post(tx, {
      key: `withdrawal:${id}:hold`,
      kind: 'withdraw_hold',
      resellerId: owner.resellerId,
      legs: [
        { kind: 'commission', ...owner, amountFen: -amountFen },
        { kind: 'hold', ...owner, amountFen },
      ],
      memo: { withdrawalId: id },
    })
    const { resellerId, accountId: userId } = owner
    await emit(tx, 'withdrawal.asked', { resellerId, withdrawalId: id, userId, amountFen, feeFen, method })
    return { withdrawalId: id, confirmedFen: await loadBalanceFen(tx, { kind: 'commission', ...owner }) }
  })
}

/** Refuses when enough is confirmed but not all of it may be withdrawn yet. The ledger refuses a lower balance. */
async function refuseYoung(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner, amountFen: number): Promise<void> {
  const withdrawableFen = await loadWithdrawableFen(ctx, owner)
  if (amountFen <= withdrawableFen) return
  const confirmedFen = await loadBalanceFen(ctx, { kind: 'commission', ...owner })
  if (amountFen <= confirmedFen) fail('commission.young', { data: { withdrawableFen } })
}

/** Money leaves the platform: a remembered device is not enough, nor a password without the second factor if set. */
async function checkOwner(ctx: Ctx<'user'>, passWord: string | undefined, totp: string | undefined): Promise<void> {
  if (ctx.actor.strength !== 'password') await checkPassword(ctx, passWord ?? fail('auth.password_required'))
  await checkSecondFactor(ctx, ctx.owner, totp)
}
