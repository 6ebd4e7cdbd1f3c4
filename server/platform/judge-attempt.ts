import { limits } from '../../contract/limits.ts'
import { callerOf, networkOf } from './client-address.ts'
import type { Ctx } from './context.ts'
import { fail, Refusal } from './errors.ts'
import { countOne, forgetCount, knownFullMs, loadCount, refuseTooMany, type Limit } from './limits.ts'
import { withUnderWay } from './under-way.ts'
import { isPictureTry, verifyCaptcha } from './captcha/verify-captcha.ts'

/**
 * Wrong passwords slow the next try down; they never lock anybody out. What others do to an account (or from a shared
 * address, network or reseller) only decides whether a captcha is asked for: a picture once the account or the caller
 * has seen wrong tries, unseen work where merely the neighbourhood has. Only wrong tries on this account from this
 * address make the next one wait, and never longer than 30 s. Names count whether or not anybody has them.
 */
const windowMs = limits.loginFailureWindowMs
const perAccount: Limit = { name: 'login-account', points: limits.loginFailures, windowMs }
const perCaller: Limit = { name: 'login-caller', points: limits.loginFailures, windowMs }
const perNetwork: Limit = { name: 'login-network', points: limits.loginNetworkFailures, windowMs }
const perReseller: Limit = { name: 'login-reseller', points: limits.loginResellerFailures, windowMs }
/** The device's own wrong tries: a stolen credential must not be a way to guess the password without limit. */
const perDevice: Limit = { name: 'login-device', points: limits.loginFailures, windowMs }
/** Wrong tries of one caller on one account; full where the wait has grown to its maximum. */
const lane: Limit = { name: 'login-lane', points: 2 * limits.loginFailures, windowMs: limits.loginDelayWindowMs }
/** The lane's next free moment: taken by one try, then full until the wait is over. */
const turn: Limit = { name: 'login-turn', points: 1, windowMs: limits.loginDelayMaxMs }

type AttemptCtx = Pick<Ctx, 'db' | 'now' | 'config' | 'client'>
type Counter = readonly [limit: Limit, key: string]
export type Attempt = {
  resellerId: number
  userName: string
  captcha?: string | undefined
  /** A device of that very account: others' failures never slow it. */
  familyId: string | null
}

/**
 * Lets a sign-in be judged, or refuses with `auth.captcha_required`, `auth.captcha_wrong`, or 429 and the seconds to
 * wait. What the judge refuses as wrong is counted; any other refusal of it is not.
 */
export async function judgeAttempt<T>(ctx: AttemptCtx, attempt: Attempt, judge: () => Promise<T>): Promise<T> {
  const keys = keysOf(ctx, attempt)
  const { familyId } = attempt
  // Under attack an account is known to be full: a flood is then answered without a single statement.
  if (!familyId && !isPictureTry(attempt.captcha) && knownFullMs(ctx, perAccount, keys.account) > 0) askFor('image')
  // Tries under way count as wrong until they are judged: a thousand at once are not a thousand guesses.
  return withUnderWay(ctx, [keys.account, keys.lane, ...(familyId ? [familyId] : [])], async (ahead) => {
    if (familyId && !(await isFull(ctx, [perDevice, familyId], ahead))) {
      return counting(ctx, [[perDevice, familyId]], keys.lane, judge)
    }
    const { captcha } = attempt
    // Work alone no longer proves enough where passwords have been guessed: it is not spent, and a picture is asked for.
    if (!isPictureTry(captcha) && (await isAnyFull(ctx, keys.guessed, ahead))) askFor('image')
    if (captcha !== undefined) await passCaptcha(ctx, keys.lane, captcha)
    else if (await isAnyFull(ctx, keys.crowd, ahead)) askFor('pow')
    await takeTurn(ctx, keys.lane, ahead)
    return counting(ctx, [...keys.guessed, ...keys.crowd, [lane, keys.lane]], keys.lane, judge)
  })
}

type Ahead = (key: string) => number

function keysOf(ctx: AttemptCtx, { resellerId, userName }: Attempt) {
  const caller = callerOf(ctx.client.address)
  const account = `${resellerId}/${userName.toLowerCase()}`
  const guessed: Counter[] = [
    [perAccount, account],
    [perCaller, `${resellerId}/${caller}`],
  ]
  const crowd: Counter[] = [
    [perNetwork, `${resellerId}/${networkOf(ctx.client.address)}`],
    [perReseller, String(resellerId)],
  ]
  return { account, guessed, crowd, lane: `${account}@${caller}` }
}

/** Tells the page which of the two to put up. */
function askFor(kind: 'image' | 'pow'): never {
  fail('auth.captcha_required', { data: { kind } })
}

/** The account first: under attack it is answered from memory, and a flood then costs no statement at all. */
async function isAnyFull(ctx: AttemptCtx, counters: readonly Counter[], ahead: Ahead): Promise<boolean> {
  const [account, ...others] = counters
  if (account && (await isFull(ctx, account, ahead))) return true
  const full = await Promise.all(others.map((counter) => isFull(ctx, counter, ahead)))
  return full.includes(true)
}

async function isFull(ctx: AttemptCtx, [limit, key]: Counter, ahead: Ahead): Promise<boolean> {
  const { used } = await loadCount(ctx, limit, key)
  return used + ahead(key) >= limit.points
}

/** The wait is told before the captcha is looked at, so that nobody spends one in vain. */
async function passCaptcha(ctx: AttemptCtx, laneKey: string, captcha: string): Promise<void> {
  const running = await loadCount(ctx, turn, laneKey)
  if (running.isOver) refuseTooMany(running)
  if (!(await verifyCaptcha(ctx, captcha))) fail('auth.captcha_wrong')
}

/**
 * After five wrong tries of one caller on one account each further one keeps the next waiting: 2 s, then 4, 8, 16 and
 * at most 30. The turn is taken before the password is looked at, so parallel tries do not slip through together.
 */
async function takeTurn(ctx: AttemptCtx, laneKey: string, ahead: Ahead): Promise<void> {
  const { used } = await loadCount(ctx, lane, laneKey)
  const extra = used + ahead(laneKey) - limits.loginFailures
  if (extra < 0) return
  const waitMs = Math.min(limits.loginDelayMaxMs, 2000 * 2 ** extra)
  const taken = await countOne(ctx, turn, laneKey, waitMs)
  if (taken.isOver) refuseTooMany(taken)
}

async function counting<T>(
  ctx: AttemptCtx,
  counters: readonly Counter[],
  laneKey: string,
  judge: () => Promise<T>,
): Promise<T> {
  try {
    const result = await judge()
    await Promise.all([forgetCount(ctx, lane, laneKey), forgetCount(ctx, turn, laneKey)])
    return result
  } catch (error) {
    if (isWrongTry(error)) await Promise.all(counters.map(([limit, key]) => countOne(ctx, limit, key)))
    // The right password without its second factor, or a full hash queue: the next step is due at once.
    else await forgetCount(ctx, turn, laneKey)
    throw error
  }
}

function isWrongTry(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'auth.bad_credentials' || error.code === 'auth.totp_wrong')
}
