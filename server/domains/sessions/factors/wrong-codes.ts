import { limits } from '../../../../contract/limits.ts'
import { callerOf } from '../../../platform/client-address.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import { countOne, forgetCount, giveBack, refuseTooMany, type Limit } from '../../../platform/limits.ts'
import { ownSessionKey } from '../own-session-key.ts'
import { findSeenClients } from '../queries.ts'

const HOUR_MS = 3_600_000
const perCaller: Limit = { name: 'totp-caller', points: limits.totpWrongPerCaller, windowMs: HOUR_MS }
const perCallerRecovery: Limit = { ...perCaller, name: 'recovery-code' }
/** All strangers together: three codes of a million are right at a time. */
const ofStrangers: Limit = { name: 'totp-strangers', points: limits.totpWrongByStrangers, windowMs: 24 * HOUR_MS }
/** Then one try of theirs at a time: taken by it, and full until the wait is over. */
const strangersTurn: Limit = { name: 'totp-turn', points: 1, windowMs: limits.totpStrangersWaitMs }

export type FactorCtx = Pick<Ctx, 'db' | 'now' | 'config' | 'client' | 'actor' | 'resellerId'>
/** What was shown before the code. `familyId`: a device of that very account. */
export type Shown = { first: 'password' | 'mail'; familyId?: string | null }
export type CodeCount = { takeBack(): Promise<void> }

/**
 * Counts a try before it is judged, so that a thousand at once are not a thousand looks. Whoever knows the password may
 * use up tries of strangers, never those of the owner's sessions and devices, of addresses the account was used from,
 * of who reads the mail, or recovery codes: these have too many letters to be guessed.
 */
export async function countTry(
  ctx: FactorCtx,
  account: Owner,
  shown: Shown,
  kind: 'totp' | 'recovery',
): Promise<CodeCount> {
  const { key, isStranger } = await laneOf(ctx, account, shown)
  const limit = kind === 'totp' ? perCaller : perCallerRecovery
  const count = await countOne(ctx, limit, key)
  if (count.isOver) refuseTooMany(count)
  const crowd = kind === 'totp' && isStranger ? await joinStrangers(ctx, account) : null
  return {
    async takeBack() {
      await Promise.all([giveBack(ctx, limit, key), crowd?.takeBack()])
    },
  }
}

async function laneOf(ctx: FactorCtx, account: Owner, { first, familyId }: Shown) {
  const name = nameOf(account)
  if (ctx.actor.kind === 'user') {
    return { key: `${name}|session|${await ownSessionKey(ctx as Ctx<'user'>)}`, isStranger: false }
  }
  if (familyId) return { key: `${name}|device|${familyId}`, isStranger: false }
  const caller = callerOf(ctx.client.address)
  const isStranger = first === 'password' && !(await isSeen(ctx, account, caller))
  return { key: `${name}|${first}|${caller}`, isStranger }
}

/** Nobody got a session of this account without its code. */
async function isSeen(ctx: FactorCtx, account: Owner, caller: string): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - limits.newDeviceMemoryMs)
  const seen = await findSeenClients(ctx.db, account, since)
  return seen.some(({ address }) => address !== null && callerOf(address) === caller)
}

async function joinStrangers(ctx: FactorCtx, account: Owner): Promise<CodeCount> {
  const name = nameOf(account)
  const count = await countOne(ctx, ofStrangers, name)
  if (!count.isOver) return { takeBack: () => giveBack(ctx, ofStrangers, name) }
  const turn = await countOne(ctx, strangersTurn, name)
  if (turn.isOver) refuseTooMany(turn)
  return { takeBack: () => forgetCount(ctx, strangersTurn, name) }
}

function nameOf({ resellerId, accountId }: Owner): string {
  return `${resellerId}|${accountId}`
}
