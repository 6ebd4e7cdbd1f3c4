import { HOUR_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Ctx } from '../../../platform/context.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { takeOne, type Limit } from '../../../platform/limits/limits.ts'
import type { Asker } from './know-asker.ts'

export const perMinute: Limit = { name: 'code-minute', points: 1, windowMs: limits.mailCodeResendMs }
export const perTarget: Limit = { name: 'code-target', points: limits.mailCodesPerTarget, windowMs: HOUR_MS }
const perAccount: Limit = { name: 'code-account', points: limits.mailCodesPerAccount, windowMs: HOUR_MS }
const perClient: Limit = { name: 'code-client', points: limits.mailCodesPerClient, windowMs: HOUR_MS }
const perTyper: Limit = { name: 'code-typer', points: limits.mailAddressTypers, windowMs: HOUR_MS }
const guessesPerClient: Limit = { name: 'guess-client', points: limits.mailGuessesPerClient, windowMs: HOUR_MS }
const guessesPerTyper: Limit = { name: 'guess-typer', points: limits.mailAddressTypers, windowMs: HOUR_MS }
const guessesPerName: Limit = { name: 'guess-name', points: limits.mailGuessesPerName, windowMs: HOUR_MS }
const guessesInAll: Limit = { name: 'guess-all', points: limits.mailGuessesInAll, windowMs: 24 * HOUR_MS }

type LimitCtx = Pick<Ctx, 'db' | 'config' | 'client'>
type Bound = { resellerId: number; userName: string; email: string }

/** Limits code mails to the bound address of an account. No other caller can block the account's own device. */
export async function takeMailLimits(ctx: LimitCtx, asker: Asker): Promise<void> {
  const { familyId, caller, target, isAddressTyped } = asker
  if (familyId === null) await takeOne(ctx, isAddressTyped ? perTyper : perClient, caller)
  await takeOne(ctx, perMinute, `${target} ${caller}`)
  await takeOne(ctx, perTarget, `${target} ${caller}`)
  if (familyId === null) await takeOne(ctx, perAccount, target)
}

/** Limits mails to an address that somebody wants to bind, for all callers: it may be a stranger's address. */
export async function takeBindLimits(ctx: LimitCtx, bound: Bound): Promise<void> {
  const target = bindTarget(bound)
  await takeOne(ctx, perClient, callerOf(ctx.client.address))
  await takeOne(ctx, perMinute, target)
  await takeOne(ctx, perTarget, target)
  await takeOne(ctx, perAccount, `${bound.resellerId}/bind/${bound.userName.toLowerCase()}`)
}

export function bindTarget({ resellerId, email }: Pick<Bound, 'resellerId' | 'email'>): string {
  return `${resellerId}/to/${email.toLowerCase()}`
}

/**
 * Limits three things: tries at many accounts from one place, tries of one caller at one account, and tries of all
 * strangers at one account. The long codes that operators give cannot be guessed, so strangers do not block these.
 */
export async function takeGuessLimit(ctx: LimitCtx, asker: Asker, isTold: boolean): Promise<void> {
  const { familyId, caller, target, isAddressTyped } = asker
  if (familyId === null) await takeOne(ctx, isAddressTyped ? guessesPerTyper : guessesPerClient, caller)
  await takeOne(ctx, guessesPerName, `${target}${isTold ? ' told' : ''} ${caller}`)
  if (familyId === null && !isTold) await takeOne(ctx, guessesInAll, target)
}
