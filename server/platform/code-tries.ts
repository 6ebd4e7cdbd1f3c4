import { limits } from '../../contract/limits.ts'
import type { Ctx } from './context.ts'
import { countOne, forgetCount, giveBack, refuseTooMany, type Limit } from './limits.ts'

const HOUR_MS = 3_600_000
const perCaller: Limit = { name: 'totp-caller', points: limits.totpWrongPerCaller, windowMs: HOUR_MS }
const perCallerRecovery: Limit = { ...perCaller, name: 'recovery-code' }
/** All strangers together: three codes of a million are right at a time. */
const ofStrangers: Limit = { name: 'totp-strangers', points: limits.totpWrongByStrangers, windowMs: 24 * HOUR_MS }
/** Then one try of theirs at a time: taken by it, and full until the wait is over. */
const strangersTurn: Limit = { name: 'totp-turn', points: 1, windowMs: limits.totpStrangersWaitMs }

type CountCtx = Pick<Ctx, 'db' | 'config'>
export type CodeCount = { takeBack(): Promise<void> }
export type CodeTry = {
  /** Whose code is tried. */
  owner: string
  /** By whom, or from where: its tries count together. */
  lane: string
  /** Nobody whom the owner's account has seen before. */
  isStranger: boolean
  kind: 'totp' | 'recovery'
}

/** Counts a try of a second factor before it is judged, so that a thousand at once are not a thousand looks. */
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
