import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { once } from '../../platform/idempotency.ts'
import { claimAccount } from '../accounts/hold-account.ts'
import { sealPayoutAccount } from '../accounts/payout-account.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { post } from '../ledger/post.ts'
import { insertWithdrawal } from './withdrawal-queries.ts'

type Withdraw = typeof api.invites.withdraw

/** Asks the operator to pay commission out. The money is on hold from here on: it cannot be moved to the balance too. */
export function askWithdrawal(ctx: Ctx<'user'>, input: Static<Withdraw['input']>): Promise<Static<Withdraw['output']>> {
  const owner = { resellerId: ctx.resellerId, accountId: ctx.actor.accountId }
  const { amountFen, method, account } = input
  // Money leaves the house: a device that only remembers its user is not enough.
  if (ctx.actor.strength !== 'password') fail('auth.password_required')
  return once(ctx, 'invite.withdraw', input.key, input, async (tx) => {
    await claimAccount(tx, owner)
    const id = randomUUID()
    const sealedAccount = sealPayoutAccount(ctx.config, id, account.trim())
    await insertWithdrawal(tx.db, { id, ...owner, amountFen, method, sealedAccount, createdAt: ctx.now })
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
    return { withdrawalId: id, confirmedFen: await loadBalanceFen(tx, { kind: 'commission', ...owner }) }
  })
}
