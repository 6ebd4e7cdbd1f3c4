import { limits } from '../../../../contract/limits.ts'
import { callerOf } from '../../../platform/client-address.ts'
import type { Ctx } from '../../../platform/context.ts'
import { takeOne, type Limit } from '../../../platform/limits.ts'

const HOUR_MS = 3_600_000
export const perMinute: Limit = { name: 'code-minute', points: 1, windowMs: limits.mailCodeResendMs }
export const perTarget: Limit = { name: 'code-target', points: limits.mailCodesPerTarget, windowMs: HOUR_MS }
const perAccount: Limit = { name: 'code-account', points: limits.mailCodesPerAccount, windowMs: HOUR_MS }
const perClient: Limit = { name: 'code-client', points: limits.mailCodesPerClient, windowMs: HOUR_MS }
const guessesPerClient: Limit = { name: 'guess-client', points: limits.mailGuessesPerClient, windowMs: HOUR_MS }
const guessesPerName: Limit = { name: 'guess-name', points: limits.mailGuessesPerName, windowMs: HOUR_MS }

type LimitCtx = Pick<Ctx, 'db' | 'config' | 'client'>
type Named = { resellerId: number; userName: string }
type Asked = Named & { email?: string }

/** How many code mails may go out. */
export async function takeMailLimits(ctx: LimitCtx, asked: Asked): Promise<void> {
  const caller = callerOf(ctx.client.address)
  const target = targetOf(asked, caller)
  await takeOne(ctx, perClient, caller)
  await takeOne(ctx, perMinute, target)
  await takeOne(ctx, perTarget, target)
  await takeOne(ctx, perAccount, nameOf(asked))
}

/**
 * Where no address was typed the name stands for it: counting by the bound address would answer 429 to whoever guesses
 * which account an address belongs to. Each caller has a count of his own there: everybody may type everybody's name,
 * and nobody may use up the owner's tries.
 */
export function targetOf({ email, ...named }: Asked, caller: string): string {
  return email === undefined ? `${nameOf(named)} ${caller}` : `${named.resellerId}/to/${email.toLowerCase()}`
}

/** Codes of many accounts tried from one place; and those of one, which run out by themselves but are the owner's. */
export async function takeGuessLimit(ctx: LimitCtx, named: Named): Promise<void> {
  const caller = callerOf(ctx.client.address)
  await takeOne(ctx, guessesPerClient, caller)
  await takeOne(ctx, guessesPerName, `${nameOf(named)} ${caller}`)
}

function nameOf({ resellerId, userName }: Named): string {
  return `${resellerId}/name/${userName.toLowerCase()}`
}
