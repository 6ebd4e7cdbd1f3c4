import { standardLimits } from '../contract/standard-limits.ts'

type Range = { min: number; max: number; step?: number }
type Changed = Partial<Record<ChangeableLimit, number>>

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const { moneyMaxFen } = standardLimits

/**
 * What an operator may change, and how far. A step is the unit in which texts tell it, two of them the least: there
 * "hours" and "days" are right. The bounds are what the database takes, what retention allows (a session is deleted 90
 * days after its last use) and what still protects anybody.
 */
export const limitRanges = {
  userNameMin: { min: 4, max: 40 },
  userNameMax: { min: 4, max: 40 },
  passwordMin: { min: 8, max: 64 },
  passwordMax: { min: 64, max: 256 },
  passwordMaxBytes: { min: 256, max: 1024 },
  payMinFen: { min: 1, max: moneyMaxFen },
  topUpMaxFen: { min: 1, max: moneyMaxFen },
  agentPayMaxFen: { min: 1, max: moneyMaxFen },
  withdrawMinFen: { min: 1, max: moneyMaxFen },
  withdrawFeeFen: { min: 0, max: 100_000 },
  withdrawDays: { min: 2, max: 30 },
  commissionConfirmMs: { min: 2 * DAY_MS, max: 90 * DAY_MS, step: DAY_MS },
  mailCodeDigits: { min: 6, max: 10 },
  mailCodeTtlMs: { min: 2 * MINUTE_MS, max: 60 * MINUTE_MS, step: MINUTE_MS },
  mailCodeGuesses: { min: 1, max: 10 },
  mailCodeResendMs: { min: 10 * SECOND_MS, max: 10 * MINUTE_MS, step: SECOND_MS },
  mailCodesPerTarget: { min: 1, max: 1000 },
  mailCodesPerAccount: { min: 1, max: 1000 },
  mailCodesPerClient: { min: 1, max: 1000 },
  mailGuessesPerClient: { min: 1, max: 1000 },
  mailGuessesPerName: { min: 1, max: 1000 },
  operatorCodeTtlMs: { min: 2 * MINUTE_MS, max: DAY_MS, step: MINUTE_MS },
  wrongCards: { min: 1, max: 1000 },
  wrongCardWindowMs: { min: MINUTE_MS, max: DAY_MS },
  registrationsTakenPerHour: { min: 1, max: 1000 },
  pausesPerWindow: { min: 1, max: 100 },
  pauseWindowMs: { min: 2 * DAY_MS, max: 365 * DAY_MS, step: DAY_MS },
  pauseMinMs: { min: 2 * HOUR_MS, max: 30 * DAY_MS, step: HOUR_MS },
  pauseMaxMs: { min: 2 * DAY_MS, max: 365 * DAY_MS, step: DAY_MS },
  pauseUndoMs: { min: 2 * MINUTE_MS, max: 60 * MINUTE_MS, step: MINUTE_MS },
  deletionDelayMs: { min: 2 * DAY_MS, max: 90 * DAY_MS, step: DAY_MS },
  sessionIdleMs: { min: HOUR_MS, max: 90 * DAY_MS },
  sessionAbsoluteMs: { min: HOUR_MS, max: 365 * DAY_MS },
  deviceIdleMs: { min: HOUR_MS, max: 90 * DAY_MS },
  deviceAbsoluteMs: { min: HOUR_MS, max: 365 * DAY_MS },
  monitorIdleMs: { min: HOUR_MS, max: 90 * DAY_MS },
  monitorAbsoluteMs: { min: HOUR_MS, max: 365 * DAY_MS },
  lineKeepMs: { min: DAY_MS, max: 365 * DAY_MS },
  lineTellMs: { min: HOUR_MS, max: 30 * DAY_MS },
} as const satisfies Partial<Record<keyof typeof standardLimits, Range>>
type ChangeableLimit = keyof typeof limitRanges

/** The first of two may not be above the second. */
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

/** What is wrong with `LIMITS`, which contract/limits.ts has read by then; nothing when it is absent. */
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
