import { limits } from '../../../contract/limits.ts'
import { callerOf } from '../../platform/client-address.ts'
import type { Ctx } from '../../platform/context.ts'
import { countOne, loadCount, refuseTooMany, type Limit } from '../../platform/limits.ts'

const windowMs = limits.wrongCardWindowMs
const BY_ACCOUNT: Limit = { name: 'card-account', points: limits.wrongCards, windowMs }
/** Far higher: one who guesses must not keep everybody behind the same address from redeeming. */
const BY_ADDRESS: Limit = { name: 'card-address', points: limits.wrongCardsPerClient, windowMs }

type GuessCtx = Pick<Ctx<'user'>, 'db' | 'config' | 'resellerId' | 'actor' | 'client'>

/** Before a key is looked at: who has guessed too often is refused even with a right one. */
export async function refuseGuesser(ctx: GuessCtx): Promise<void> {
  for (const [limit, key] of countsOf(ctx)) {
    const count = await loadCount(ctx, limit, key)
    if (count.isOver) refuseTooMany(count)
  }
}

/** Only wrong keys are counted, so that many right ones at once are no misuse. One too many learns nothing but that. */
export async function countWrongCard(ctx: GuessCtx): Promise<void> {
  const counts = []
  for (const [limit, key] of countsOf(ctx)) counts.push(await countOne(ctx, limit, key))
  const over = counts.find(({ isOver }) => isOver)
  if (over) refuseTooMany(over)
}

function countsOf({ resellerId, actor, client }: GuessCtx): [limit: Limit, key: string][] {
  return [
    [BY_ACCOUNT, `${resellerId}|${actor.accountId}`],
    [BY_ADDRESS, callerOf(client.address)],
  ]
}
