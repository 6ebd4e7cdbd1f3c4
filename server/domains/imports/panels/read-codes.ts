import type { GiftKind, SourceCoupon, SourceGift } from '../neutral.ts'
import type { Row } from '../reader/row.ts'
import { NONE, readCents } from './money.ts'

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
    startsAt: row.number('started_at'),
    endsAt: row.number('ended_at'),
  }
}

function asList(json: unknown): unknown[] {
  return Array.isArray(json) ? json : []
}

const GIFTS: readonly GiftKind[] = ['mixed', 'money', 'days', 'traffic', 'reset', 'plan']

/** A gift card of the fork: the code and what it gives are one row. */
export function readGiftCard(row: Row): SourceGift | null {
  const id = row.number('id')
  if (id === null) return null
  const kind = GIFTS[row.number('type') ?? 0] ?? 'mixed'
  const value = kind === 'money' ? readCents(row, 'value') : NONE
  // No number of uses means any number; the money can only be counted once.
  return { id, kind, value, usesLeft: row.number('limit_use') ?? 2, code: row.text('code') ?? '' }
}

export type GiftTemplate = { id: number; kind: GiftKind; value: SourceGift['value'] }

/** What the codes of a batch give in Xboard. */
export function readGiftTemplate(row: Row): GiftTemplate | null {
  const id = row.number('id')
  if (id === null) return null
  const rewards = row.json('rewards')
  const given = typeof rewards === 'object' && rewards !== null ? Object.entries(rewards) : []
  const real = given.filter(([, value]) => value !== null && value !== 0 && value !== false && value !== '')
  const names = real.map(([name]) => name)
  const balance = String(real.find(([name]) => name === 'balance')?.[1] ?? '0')
  const isOdd = !/^\d{1,15}$/.test(balance)
  return { id, kind: kindOf(names, row.number('type')), value: { fen: isOdd ? 0n : BigInt(balance), isOdd } }
}

const BY_REWARD: Record<string, GiftKind> = {
  balance: 'money',
  expire_days: 'days',
  transfer_enable: 'traffic',
  reset_package: 'reset',
}

function kindOf(rewards: readonly string[], type: number | null): GiftKind {
  if (rewards.includes('plan_id')) return 'plan'
  return type !== 3 && rewards.length === 1 ? (BY_REWARD[rewards[0]!] ?? 'mixed') : 'mixed'
}

export type GiftCode = { id: number; templateId: number | null; usesLeft: number; code: string }

/** A code that can still be used, or null. */
export function readGiftCode(row: Row, nowSeconds: number): GiftCode | null {
  const id = row.number('id')
  const endsAt = row.number('expires_at')
  const usesLeft = (row.number('max_usage') ?? 1) - (row.number('usage_count') ?? 0)
  const isLive = row.number('status') === 0 && usesLeft > 0 && (endsAt === null || endsAt > nowSeconds)
  return id !== null && isLive
    ? { id, templateId: row.number('template_id'), usesLeft, code: row.text('code') ?? '' }
    : null
}
