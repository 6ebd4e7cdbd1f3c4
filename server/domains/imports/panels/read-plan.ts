import type { Money, Period, ResetRule, SourcePlan } from '../neutral.ts'
import type { Name } from '../reader/name.ts'
import type { Row } from '../reader/row.ts'
import { readCents, readYuan } from './money.ts'

/** The price's column in V2Board, and its key in Xboard's JSON. */
const PRICES: readonly [period: Period, column: Name, key: string][] = [
  ['month', 'month_price', 'monthly'],
  ['quarter', 'quarter_price', 'quarterly'],
  ['half', 'half_year_price', 'half_yearly'],
  ['year', 'year_price', 'yearly'],
  ['twoYears', 'two_year_price', 'two_yearly'],
  ['threeYears', 'three_year_price', 'three_yearly'],
  ['once', 'onetime_price', 'onetime'],
  ['reset', 'reset_price', 'reset_traffic'],
]
const RESETS: readonly ResetRule[] = ['firstOfMonth', 'expiryDay', 'never', 'january', 'yearly']

export function readPlan(row: Row): SourcePlan | null {
  const id = row.number('id')
  if (id === null) return null
  const { prices, chargedLess } = row.has('prices') ? readJsonPrices(row) : readColumnPrices(row)
  const reset = row.number('reset_traffic_method')
  return {
    id,
    name: (row.text('name') ?? '').trim(),
    groupId: row.number('group_id') || null,
    quotaGib: row.whole('transfer_enable') ?? 0n,
    prices,
    chargedLess,
    resetRule: reset === null ? 'site' : (RESETS[reset] ?? 'site'),
    isShown: row.flag('show'),
    isRenewable: row.flag('renew'),
    capacity: row.number('capacity_limit') || null,
    deviceLimit: row.number('device_limit') || null,
  }
}

type Prices = Pick<SourcePlan, 'prices' | 'chargedLess'>

function readColumnPrices(row: Row): Prices {
  const prices = new Map<Period, Money>()
  for (const [period, column] of PRICES) {
    if (row.has(column) && row.text(column) !== null) prices.set(period, readCents(row, column))
  }
  return { prices, chargedLess: [] }
}

function readJsonPrices(row: Row): Prices {
  const json = row.json('prices')
  const given = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  const prices = new Map<Period, Money>()
  const chargedLess: Period[] = []
  for (const [period, , key] of PRICES) {
    const read = Object.hasOwn(given, key) ? readYuan(given[key]) : null
    if (!read) continue
    prices.set(period, read.money)
    if (read.isChargedLess) chargedLess.push(period)
  }
  return { prices, chargedLess }
}
