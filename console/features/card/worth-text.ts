import type { Translate } from '../../words/words.ts'
import { moneyText } from '../show/money.tsx'

export type Worth = {
  kind: 'balance' | 'package' | 'traffic' | 'days'
  amountFen: number | null
  packageName: string | null
  period: 'month' | 'quarter' | 'half' | 'year' | 'once' | null
  trafficBytes: number | null
  days: number | null
  startsAtUse?: boolean
}

const GB_BYTES = 1024 ** 3

/** Describes briefly what a key gives. */
export function worthText(worth: Worth, t: Translate<'cards'>): string {
  return worth.startsAtUse ? `${given(worth, t)} · ${t('startsAtUse')}` : given(worth, t)
}

function given({ kind, amountFen, packageName, period, trafficBytes, days }: Worth, t: Translate<'cards'>): string {
  const name = packageName ?? ''
  if (kind === 'balance') return t('worthBalance', { amount: moneyText(amountFen ?? 0) })
  if (kind === 'traffic') return t('worthTraffic', { count: (trafficBytes ?? 0) / GB_BYTES })
  if (kind === 'days') return t('worthDays', { name, count: days ?? 0 })
  return t('worthPackage', { name, period: period === null ? '' : t(period) })
}
