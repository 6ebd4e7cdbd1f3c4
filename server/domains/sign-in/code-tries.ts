import { HOUR_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { countOne, forgetCount, giveBack, refuseTooMany, type Limit } from '../../platform/limits/limits.ts'

const perCaller: Limit = { name: 'totp-caller', points: limits.totpWrongPerCaller, windowMs: HOUR_MS }
const perCallerRecovery: Limit = { ...perCaller, name: 'recovery-code' }
/** Limit for all strangers together: three codes in a million are valid at any time. */
const ofStrangers: Limit = { name: 'totp-strangers', points: limits.totpWrongByStrangers, windowMs: 24 * HOUR_MS }
/**
 * Beyond that, strangers get one try at a time: a try takes the turn, and the turn stays taken until the wait is over.
 */
const strangersTurn: Limit = { name: 'totp-turn', points: 1, windowMs: limits.totpStrangersWaitMs }

type CountCtx = Pick<Ctx, 'db' | 'config'>
export type CodeCount = { takeBack(): Promise<void> }
export type CodeTry = {
  /** Whose code is tried. */
  owner: string
  /** The caller or the place: tries of one lane count together. */
  lane: string
  /** The owner's account has never seen this caller before. */
  isStranger: boolean
  kind: 'totp' | 'recovery'
}

/** Counts a try of a second factor before judging it, so that a thousand parallel tries are not a thousand guesses. */
export async function countCodeTry(ctx: CountCtx, { owner, lane, isStranger, kind }: CodeTry): Promise<CodeCount> {
  const key = `${owner}|${lane}`
  const limit = kind === 'totp' ? perCaller : perCallerRecovery
  const count = await countOne(ctx, limit, key)
  if (count.isOver) refuseTooMany(count)
  const crowd = kind === 'totp' && isStranger ? await joinStrangers(ctx, owner) : null
  return {
    async takeBack() {
      await Promise.all([giveBack(ctx, limit, key), crowd?.takeBack()])
    },
  }
}

async function joinStrangers(ctx: CountCtx, owner: string): Promise<CodeCount> {
  const count = await countOne(ctx, ofStrangers, owner)
  if (!count.isOver) return { takeBack: () => giveBack(ctx, ofStrangers, owner) }
  const turn = await countOne(ctx, strangersTurn, owner)
  if (turn.isOver) refuseTooMany(turn)
  return { takeBack: () => forgetCount(ctx, strangersTurn, owner) }
}
