import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { equalBytes } from '../../platform/secrets/crypto.ts'
import { hmac } from '../../platform/secrets/crypto.ts'
import type { CodeLane } from './code-lane.ts'
import { markAllUsed, markUsed, takeGuess, type CodePurpose, type TriedCode } from './code-queries.ts'
import { codeHashOf, subjectOf } from './issue-code.ts'

/** `caller`: the source whose guesses are spent. `lanes`: the codes that this caller may try. */
export type Guess = { code: string; purposes: readonly CodePurpose[]; lanes: readonly CodeLane[]; caller: string }
export type RightCode = { id: string; accountId: number; purpose: CodePurpose; email: string }
type Named = { resellerId: number; userName: string }
type CodeCtx = Pick<Ctx, 'db' | 'now' | 'config'>

/**
 * Tries a code and returns the matching one. The guess must stay spent, so call this before the transaction that uses
 * the code: rolled back, a wrong guess would cost nothing.
 */
export async function guessCode(ctx: CodeCtx, account: Named, guess: Guess): Promise<RightCode | null> {
  const right = await tryCode(ctx, account, guess)
  if (!right || right.accountId === null) return null
  return { id: right.id, accountId: right.accountId, purpose: right.purpose, email: right.email }
}

/** Like `guessCode`, for a code without an account; with the address it was mailed to. `useCode` uses it up. */
export async function guessStaffEmailCode(
  ctx: CodeCtx,
  invitation: { resellerId: number; id: string },
  { code, caller }: Pick<Guess, 'code' | 'caller'>,
): Promise<Pick<RightCode, 'id' | 'email'> | null> {
  const named = { resellerId: invitation.resellerId, userName: invitation.id }
  return tryCode(ctx, named, { code, caller, purposes: ['staff_email'], lanes: ['name'] })
}

/** Like `guessCode`, for a member of staff: the code stays good until it is used. */
export async function guessStaffCode(
  ctx: CodeCtx,
  named: { resellerId: number; id: string },
  { code, caller }: Pick<Guess, 'code' | 'caller'>,
): Promise<Pick<RightCode, 'id' | 'email'> | null> {
  const owner = { resellerId: named.resellerId, userName: named.id }
  return tryCode(ctx, owner, { code, caller, purposes: ['staff_email'], lanes: ['name'] })
}

async function tryCode(
  ctx: CodeCtx,
  account: Named,
  { code, purposes, lanes, caller }: Guess,
): Promise<TriedCode | null> {
  if ('isTransaction' in ctx.db) throw new Error('A code was tried inside a transaction')
  const subject = subjectOf(ctx.config, account)
  const guesser = { purposes, lanes, caller: hmac(ctx.config.secretKey, 'mail-code-caller', caller) }
  const times = { now: ctx.now, most: limits.mailCodeGuesses }
  const tried = await takeGuess(ctx.db, { resellerId: account.resellerId, subject }, guesser, times)
  return tried.find(({ id, codeHash }) => equalBytes(codeHash, codeHashOf(ctx.config, id, code))) ?? null
}

/** Returns false when another request was faster: a code works once. */
export function useCode(ctx: Pick<Ctx, 'db' | 'now'>, code: Pick<RightCode, 'id'>): Promise<boolean> {
  return markUsed(ctx.db, code.id, ctx.now)
}

/** Voids every code that is still on its way, after a change of password or address. */
export function voidCodes(ctx: CodeCtx, account: Named): Promise<void> {
  const subject = subjectOf(ctx.config, account)
  return markAllUsed(ctx.db, { resellerId: account.resellerId, subject }, ctx.now)
}
