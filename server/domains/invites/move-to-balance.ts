import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx } from '../../platform/context.ts'
import { once } from '../../platform/http/idempotency.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { claimAccount } from '../accounts/lock-account-row.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { post } from '../ledger/post.ts'

type ToBalance = typeof api.invites.toBalance

export function moveToBalance(
  ctx: Ctx<'user'>,
  input: Static<ToBalance['input']>,
): Promise<Static<ToBalance['output']>> {
  const { owner } = ctx
  const { amountFen } = input
  return once(ctx, 'invite.to_balance', input.key, input, async (tx) => {
    await claimAccount(tx, owner)
    await post(tx, {
      key: `commission:${owner.resellerId}:${owner.accountId}:${sha256(input.key).toString('base64url')}`,
      kind: 'commission_to_balance',
      resellerId: owner.resellerId,
      legs: [
        { kind: 'commission', ...owner, amountFen: -amountFen },
        { kind: 'user', ...owner, amountFen },
      ],
    })
    return { confirmedFen: await loadBalanceFen(tx, { kind: 'commission', ...owner }) }
  })
}
