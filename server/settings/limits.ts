import { SECOND_MS } from '../../contract/durations.ts'
import { standardLimits } from '../../contract/standard-limits.ts'

type Range = {
  min: number
  max: number
  step?: number
  /** For docs/settings.md. */
  says: string
}
type Changed = Partial<Record<ChangeableLimit, number>>

const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const { moneyMaxFen } = standardLimits

/**
 * The limits an operator may change, and their bounds. A step is the unit that texts use. The minimum is two steps, so
 * that the plurals "hours" and "days" are right. The bounds come from what the database takes, what retention allows (a
 * session is deleted 90 days after its last use) and what still protects users.
 */
export const limitRanges = {
  userNameMin: { min: 4, max: 40, says: 'shortest new account name; older names still sign in' },
  userNameMax: { min: 4, max: 40, says: 'longest new account name' },
  passwordMin: { min: 8, max: 64, says: 'shortest new password' },
  passwordMax: { min: 64, max: 256, says: 'longest new password' },
  passwordMaxBytes: { min: 256, max: 1024, says: 'a longer password is refused, never cut' },
  payMinFen: { min: 1, max: moneyMaxFen, says: 'least that is paid in online, in fen' },
  topUpMaxFen: { min: 1, max: moneyMaxFen, says: 'most that a user tops up at once' },
  agentPayMaxFen: { min: 1, max: moneyMaxFen, says: 'most that anybody pays to a reseller at once' },
  withdrawMinFen: { min: 1, max: moneyMaxFen, says: 'least commission to withdraw' },
  withdrawFeeFen: { min: 0, max: 100_000, says: 'kept from each withdrawal' },
  withdrawDays: { min: 2, max: 30, says: 'working days until a withdrawal is paid' },
  commissionConfirmMs: { min: 2 * DAY_MS, max: 90 * DAY_MS, step: DAY_MS, says: 'until commission may be used' },
  mailCodeDigits: { min: 6, max: 10, says: 'digits of a mailed code' },
  mailCodeTtlMs: { min: 2 * MINUTE_MS, max: 60 * MINUTE_MS, step: MINUTE_MS, says: 'how long a mailed code is good' },
  mailCodeGuesses: { min: 1, max: 10, says: 'tries of a mailed code; the next is refused even if right' },
  mailCodeResendMs: { min: 10 * SECOND_MS, max: 10 * MINUTE_MS, step: SECOND_MS, says: 'wait before another code' },
  mailCodesPerTarget: { min: 1, max: 1000, says: 'codes an hour to one address' },
  mailCodesPerAccount: { min: 1, max: 1000, says: 'codes an hour for one account' },
  mailCodesPerClient: { min: 1, max: 1000, says: 'codes an hour from one network address' },
  mailGuessesPerClient: { min: 1, max: 1000, says: 'tries an hour from one network address' },
  mailGuessesPerName: { min: 1, max: 1000, says: "tries an hour from one network address at one account's codes" },
  operatorCodeTtlMs: {
    min: 2 * MINUTE_MS,
    max: DAY_MS,
    step: MINUTE_MS,
    says: 'how long a reset code of reseller or operator is good',
  },
  wrongCards: { min: 1, max: 1000, says: 'wrong card keys by one account in the window; 300 by one network address' },
  wrongCardWindowMs: { min: MINUTE_MS, max: DAY_MS, says: 'the window of `wrongCards`' },
  registrationsTakenPerHour: {
    min: 1,
    max: 1000,
    says: 'answers "taken" an hour to one network address; then each name waits',
  },
  pausesPerWindow: { min: 1, max: 100, says: 'pauses in the window' },
  pauseWindowMs: { min: 2 * DAY_MS, max: 365 * DAY_MS, step: DAY_MS, says: 'the window of `pausesPerWindow`' },
  pauseMinMs: { min: 2 * HOUR_MS, max: 30 * DAY_MS, step: HOUR_MS, says: 'shortest pause' },
  pauseMaxMs: { min: 2 * DAY_MS, max: 365 * DAY_MS, step: DAY_MS, says: 'longest pause' },
  pauseUndoMs: { min: 2 * MINUTE_MS, max: 60 * MINUTE_MS, step: MINUTE_MS, says: 'how long a pause can be undone' },
  deletionDelayMs: {
    min: 2 * DAY_MS,
    max: 90 * DAY_MS,
    step: DAY_MS,
    says: "time to change one's mind about deleting the account",
  },
  sessionIdleMs: { min: HOUR_MS, max: 90 * DAY_MS, says: "a user's session ends after so long without use" },
  sessionAbsoluteMs: { min: HOUR_MS, max: 365 * DAY_MS, says: "a user's session lasts at most so long" },
  deviceIdleMs: { min: HOUR_MS, max: 90 * DAY_MS, says: 'a device stays signed in so long without use' },
  deviceAbsoluteMs: { min: HOUR_MS, max: 365 * DAY_MS, says: 'a device stays signed in at most so long' },
  monitorIdleMs: { min: HOUR_MS, max: 90 * DAY_MS, says: "a monitor's session ends after so long without use" },
  monitorAbsoluteMs: { min: HOUR_MS, max: 365 * DAY_MS, says: "a monitor's session lasts at most so long" },
  lineKeepMs: { min: DAY_MS, max: 365 * DAY_MS, says: 'lines of an expired package are kept so long' },
  lineTellMs: { min: HOUR_MS, max: 30 * DAY_MS, says: 'how long before that end the user is told' },
} as const satisfies Partial<Record<keyof typeof standardLimits, Range>>
type ChangeableLimit = keyof typeof limitRanges

/** In each pair, the first may not exceed the second. */
const ORDERED: readonly (readonly [ChangeableLimit, ChangeableLimit])[] = [
  ['userNameMin', 'userNameMax'],
  ['passwordMin', 'passwordMax'],
  ['passwordMax', 'passwordMaxBytes'],
  ['payMinFen', 'topUpMaxFen'],
  ['payMinFen', 'agentPayMaxFen'],
  ['withdrawFeeFen', 'withdrawMinFen'],
  ['mailCodeGuesses', 'mailGuessesPerName'],
  ['pauseMinMs', 'pauseMaxMs'],
  ['sessionIdleMs', 'sessionAbsoluteMs'],
  ['deviceIdleMs', 'deviceAbsoluteMs'],
  ['monitorIdleMs', 'monitorAbsoluteMs'],
  ['lineTellMs', 'lineKeepMs'],
]

/** Lists what is wrong with `LIMITS`, which contract/limits.ts has already read; empty when it is absent. */
export function limitProblems(text: string | undefined): string[] {
  if (!text) return []
  const changed = readObject(text)
  if (!changed) return ['LIMITS must be a JSON object, such as {"topUpMaxFen":1000000}']
  const problems = Object.entries(changed).flatMap(([name, value]) => problemOf(name, value) ?? [])
  return problems.length > 0 ? problems : ORDERED.flatMap((pair) => disorderOf(changed as Changed, ...pair) ?? [])
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

function problemOf(name: string, value: unknown): string | null {
  if (!isChangeable(name)) return `LIMITS has no "${name}"; it may have ${Object.keys(limitRanges).join(', ')}`
  const { min, max, step = 1 }: Range = limitRanges[name]
  if (typeof value === 'number' && value >= min && value <= max && value % step === 0) return null
  const kind = step === 1 ? 'a whole number' : `a multiple of ${step}`
  return `LIMITS: ${name} must be ${kind} from ${min} to ${max}, not ${JSON.stringify(value)}`
}

function disorderOf(changed: Changed, low: ChangeableLimit, high: ChangeableLimit): string | null {
  const all = { ...standardLimits, ...changed }
  return all[low] <= all[high] ? null : `LIMITS: ${low} (${all[low]}) must not be above ${high} (${all[high]})`
}

function isChangeable(name: string): name is ChangeableLimit {
  return Object.hasOwn(limitRanges, name)
}
