import type { GiftKind, GiftWorth, SourceCoupon, SourceGift } from '../neutral.ts'
import type { Name } from '../reader/name.ts'
import type { Row } from '../reader/row.ts'
import { NONE, readCents } from './money.ts'
import { readMoment } from './read-moment.ts'

export function readCoupon(row: Row): SourceCoupon | null {
  const id = row.number('id')
  if (id === null) return null
  const isAmount = row.number('type') === 1
  const plans = asList(row.json('limit_plan_ids'))
  return {
    id,
    code: (row.text('code') ?? '').trim(),
    name: row.text('name') ?? '',
    percent: isAmount ? null : (row.number('value') ?? 0),
    amount: isAmount ? readCents(row, 'value') : null,
    usesLeft: row.number('limit_use'),
    planCount: plans.length,
    planId: plans.length === 1 ? Number(plans[0]) : null,
    usesPerUser: row.number('limit_use_with_user'),
    hasPeriods: asList(row.json('limit_period')).length > 0,
    // Old releases have no such switch.
    isOff: row.number('show') === 0,
    ...readSpan(row, 'started_at', 'ended_at'),
  }
}

/** The end of the year 9999. */
const NEVER = 253_402_300_799

/** An end that never comes is none. */
function readSpan(row: Row, from: Name | null, until: Name): Pick<SourceGift, 'startsAt' | 'endsAt' | 'endsInMs'> {
  const start = from === null ? null : readMoment(row, from).at
  const { at, isMs } = readMoment(row, until)
  return { startsAt: start === 'never' ? NEVER : start, endsAt: at === 'never' ? null : at, endsInMs: isMs }
}

function asList(json: unknown): unknown[] {
  return Array.isArray(json) ? json : []
}

const GIFTS: readonly GiftKind[] = ['mixed', 'money', 'days', 'traffic', 'reset', 'plan']
const GIB = 1_073_741_824n
const NOTHING = { value: NONE, days: 0, bytes: 0n, planId: null, hasConditions: false }
/** No number of uses means any number; the money can only be counted once. */
const ANY_USES = 2

/** A gift card of the fork: the code and what it gives are one row. */
export function readGiftCard(row: Row): SourceGift | null {
  const id = row.number('id')
  if (id === null) return null
  const kind = GIFTS[row.number('type') ?? 0] ?? 'mixed'
  const value = kind === 'money' ? readCents(row, 'value') : NONE
  const amount = kind === 'money' ? 0n : (row.whole('value') ?? 0n)
  const planId = kind === 'plan' ? row.number('plan_id') : null
  const bytes = kind === 'traffic' ? amount * GIB : 0n
  const days = kind === 'days' || kind === 'plan' ? asDays(amount) : 0
  return {
    id,
    code: row.text('code') ?? '',
    usesLeft: row.number('limit_use') ?? ANY_USES,
    ...readSpan(row, 'started_at', 'ended_at'),
    worth: { ...NOTHING, kind, value, days, bytes, planId },
  }
}

/** Below zero or beyond all days: no such card can be made. */
function asDays(amount: unknown): number {
  const days = Number(amount ?? 0)
  return Number.isSafeInteger(days) ? days : -1
}

export type GiftTemplate = { id: number; isOn: boolean; worth: GiftWorth }

/** What the codes of a batch give in Xboard. */
export function readGiftTemplate(row: Row): GiftTemplate | null {
  const id = row.number('id')
  if (id === null) return null
  const given = entriesOf(row.json('rewards'))
  const rewards = Object.fromEntries(given)
  const kind = kindOf(Object.keys(rewards), row.number('type'))
  const digits = (name: string) => String(rewards[name] ?? '0')
  const isWhole = (name: string) => /^\d{1,18}$/.test(digits(name))
  const worth: GiftWorth = {
    kind,
    value: { fen: isWhole('balance') ? BigInt(digits('balance')) : 0n, isOdd: !isWhole('balance') },
    days: asDays(rewards[kind === 'plan' ? 'plan_validity_days' : 'expire_days']),
    bytes: isWhole('transfer_enable') ? BigInt(digits('transfer_enable')) : 0n,
    planId: kind === 'plan' ? asDays(rewards['plan_id']) : null,
    hasConditions: [...entriesOf(row.json('conditions')), ...entriesOf(row.json('special_config'))].length > 0,
  }
  return { id, isOn: (row.number('status') ?? 1) !== 0, worth }
}

/** Only what says something. */
function entriesOf(json: unknown): [string, unknown][] {
  if (typeof json !== 'object' || json === null) return []
  const isEmpty = (value: unknown) => value === null || value === 0 || value === false || value === '' || value === '0'
  return Object.entries(json).filter(([, value]) => !isEmpty(value) && !(Array.isArray(value) && value.length === 0))
}

const BY_REWARD: Record<string, GiftKind> = {
  balance: 'money',
  expire_days: 'days',
  transfer_enable: 'traffic',
  reset_package: 'reset',
  plan_id: 'plan',
}

function kindOf(rewards: readonly string[], type: number | null): GiftKind {
  const own = rewards.filter((name) => name !== 'plan_validity_days')
  return type !== 3 && own.length === 1 ? (BY_REWARD[own[0]!] ?? 'mixed') : 'mixed'
}

export type GiftCode = Omit<SourceGift, 'worth'> & { templateId: number | null }

/** A code that can still be used, or null. */
export function readGiftCode(row: Row, nowSeconds: number): GiftCode | null {
  const id = row.number('id')
  const span = readSpan(row, null, 'expires_at')
  const usesLeft = (row.number('max_usage') ?? 1) - (row.number('usage_count') ?? 0)
  const isLive = row.number('status') === 0 && usesLeft > 0 && (span.endsAt === null || span.endsAt > nowSeconds)
  if (id === null || !isLive) return null
  return { id, templateId: row.number('template_id'), usesLeft, code: row.text('code') ?? '', ...span }
}
