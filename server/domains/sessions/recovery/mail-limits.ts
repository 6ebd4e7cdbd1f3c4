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

type LimitCtx = Pick<Ctx, 'db' | 'config' | 'client'>
type Asked = { resellerId: number; userName: string; email?: string }

/** How many code mails may go out. */
export async function takeMailLimits(ctx: LimitCtx, asked: Asked): Promise<void> {
  const target = targetOf(asked)
  await takeOne(ctx, perClient, callerOf(ctx.client.address))
  await takeOne(ctx, perMinute, target)
  await takeOne(ctx, perTarget, target)
  await takeOne(ctx, perAccount, `${asked.resellerId}/${asked.userName.toLowerCase()}`)
}

/**
 * Where no address was typed the name stands for it: counting by the bound address would answer 429 to whoever guesses
 * which account an address belongs to.
 */
export function targetOf({ resellerId, userName, email }: Asked): string {
  return email === undefined
    ? `${resellerId}/name/${userName.toLowerCase()}`
    : `${resellerId}/to/${email.toLowerCase()}`
}

/** Codes of many accounts tried from one place; those of one account run out by themselves. */
export async function takeGuessLimit(ctx: LimitCtx): Promise<void> {
  await takeOne(ctx, guessesPerClient, callerOf(ctx.client.address))
}
