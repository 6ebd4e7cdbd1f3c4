import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { together, type Asker } from '../../platform/db/db.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { callerOf, networkOf } from '../../platform/limits/client-address.ts'
import {
  countOne,
  forgetCounts,
  knownFullMs,
  loadCounts,
  refuseTooMany,
  type Count,
  type Counter,
  type Limit,
} from '../../platform/limits/limits.ts'
import { withUnderWay, type Beside } from '../../platform/limits/under-way.ts'
import { isPictureTry, verifyCaptcha } from './captcha/verify-captcha.ts'

/**
 * Wrong passwords delay the next try; they never lock anybody out. What others do to an account (or from a shared
 * address, network or reseller) only decides whether a captcha is required: a picture once the account or the caller
 * has had wrong tries, invisible work if only the neighbourhood has. Only wrong tries on this account from this address
 * delay the next one, and never longer than 30 s. Names count whether or not such an account exists.
 */
const windowMs = limits.loginFailureWindowMs
const perAccount: Limit = { name: 'login-account', points: limits.loginFailures, windowMs }
const perCaller: Limit = { name: 'login-caller', points: limits.loginFailures, windowMs }
const perNetwork: Limit = { name: 'login-network', points: limits.loginNetworkFailures, windowMs }
const perReseller: Limit = { name: 'login-reseller', points: limits.loginResellerFailures, windowMs }
/** The device's own wrong tries: a stolen credential must not allow unlimited guessing of the password. */
const perDevice: Limit = { name: 'login-device', points: limits.loginFailures, windowMs }
/** Wrong tries of one caller on one account; full when the wait has reached its maximum. */
const lane: Limit = { name: 'login-lane', points: 2 * limits.loginFailures, windowMs: limits.loginDelayWindowMs }
/** The lane's next turn: one try takes it, and it stays taken until the wait is over. */
const turn: Limit = { name: 'login-turn', points: 1, windowMs: limits.loginDelayMaxMs }

type AttemptCtx = Pick<Ctx, 'db' | 'now' | 'config' | 'client'>
export type Attempt = {
  resellerId: number
  userName: string
  captcha?: string | undefined
  /** A device of this very account: failures of others never slow it down. */
  familyId: string | null
}

/**
 * Lets a sign-in be judged, or refuses with `auth.captcha_required`, `auth.captcha_wrong`, or 429 and the seconds to
 * wait. Counts what the judge refuses as wrong, but no other refusal. The judge gets the result of the first read of
 * `beside`, which is sent with the counts.
 */
export async function judgeAttempt<T, F>(
  ctx: AttemptCtx,
  attempt: Attempt,
  beside: Beside<T, F>,
  judge: (found: F) => Promise<T>,
): Promise<T> {
  const keys = keysOf(ctx, attempt)
  const { familyId } = attempt
  // An account under attack is known to be full: then answer a flood without a single statement.
  if (!familyId && !isPictureTry(attempt.captcha) && knownFullMs(ctx, perAccount, keys.account) > 0) askFor('image')
  // Tries under way count as wrong until judged: a thousand parallel tries are not a thousand guesses.
  const names = [keys.account, keys.lane, familyId ?? undefined] as const
  const device: Counter[] = familyId ? [[perDevice, familyId]] : []
  // Read after this try is visible to all: earlier results are in the counts, unfinished tries are in `ahead`.
  const first = (one: Asker) =>
    together([look(ctx, [...device, ...keys.guessed, ...keys.crowd, keys.wrong, keys.turn], one), beside.first(one)])
  return withUnderWay(ctx, names, { ...beside, first }, async (ahead, [seen, found]) => {
    const { captcha } = attempt
    const isFull = (counter: Counter) => seen(counter).used + ahead(counter[1]) >= counter[0].points
    // No wrong try and no other try under way here: there is nothing to forget afterwards.
    const isMarked = seen(keys.wrong).used + seen(keys.turn).used + ahead(keys.lane) > 0
    const marks = isMarked ? [keys.wrong, keys.turn] : []
    if (familyId && !device.some(isFull)) return counting(ctx, device, marks, () => judge(found))
    // Where passwords have been guessed, work alone is not enough: do not spend it, and require a picture.
    if (!isPictureTry(captcha) && keys.guessed.some(isFull)) askFor('image')
    if (captcha !== undefined) await passCaptcha(ctx, seen(keys.turn), captcha)
    else if (keys.crowd.some(isFull)) askFor('pow')
    await takeTurn(ctx, keys.lane, seen(keys.wrong).used + ahead(keys.lane))
    return counting(ctx, [...keys.guessed, ...keys.crowd, keys.wrong], marks, () => judge(found))
  })
}

/** Reads all counts that a try is judged by, in one query. */
async function look(ctx: AttemptCtx, counters: readonly Counter[], one: Asker): Promise<(counter: Counter) => Count> {
  const counts = await loadCounts(ctx, counters, one)
  const seen = new Map(counters.map((counter, at) => [counter, counts[at]!]))
  return (counter) => seen.get(counter)!
}

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
  const own = `${account}@${caller}`
  const [wrong, next]: Counter[] = [
    [lane, own],
    [turn, own],
  ]
  return { account, guessed, crowd, lane: own, wrong: wrong!, turn: next! }
}

/** Tells the page which of the two captchas to show. */
function askFor(kind: 'image' | 'pow'): never {
  fail('auth.captcha_required', { data: { kind } })
}

/** Refuse for the wait before checking the captcha, so that nobody spends one in vain. */
async function passCaptcha(ctx: AttemptCtx, running: Count, captcha: string): Promise<void> {
  if (running.isOver) refuseTooMany(running)
  if (!(await verifyCaptcha(ctx, captcha))) fail('auth.captcha_wrong')
}

/**
 * After five wrong tries of one caller on one account, each further try delays the next: 2 s, then 4, 8, 16 and at most
 * 30. The turn is taken before the password is checked, so that parallel tries do not slip through together.
 */
async function takeTurn(ctx: AttemptCtx, laneKey: string, wrong: number): Promise<void> {
  const extra = wrong - limits.loginFailures
  if (extra < 0) return
  const waitMs = Math.min(limits.loginDelayMaxMs, 2000 * 2 ** extra)
  const taken = await countOne(ctx, turn, laneKey, waitMs)
  if (taken.isOver) refuseTooMany(taken)
}

/** `marks`: the counts that a right password clears. */
async function counting<T>(
  ctx: AttemptCtx,
  counters: readonly Counter[],
  marks: readonly Counter[],
  judge: () => Promise<T>,
): Promise<T> {
  try {
    const result = await judge()
    if (marks.length > 0) await forgetCounts(ctx, marks)
    return result
  } catch (error) {
    if (isWrongTry(error)) await Promise.all(counters.map(([limit, key]) => countOne(ctx, limit, key)))
    // The right password without its second factor, or a full hash queue: allow the next step at once.
    else if (marks.length > 0)
      await forgetCounts(
        ctx,
        marks.filter(([limit]) => limit === turn),
      )
    throw error
  }
}

function isWrongTry(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'auth.bad_credentials' || error.code === 'auth.totp_wrong')
}
