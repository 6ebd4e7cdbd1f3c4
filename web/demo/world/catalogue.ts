import type { Static } from 'typebox'

import type { packages } from '../../../contract/packages.ts'
import { GB } from './account.ts'

export type Item = Static<typeof packages.list.output>['items'][number]
export type Period = Item['offers'][number]['period']

const DAYS: Record<Period, number> = { month: 30, quarter: 91, half: 182, year: 365, once: 0 }

export const catalogue: readonly Item[] = [
  plan('1', '轻享版', '日常浏览与聊天', [100, 2, 3], [1500, 4200, 7800, 14_400]),
  plan('2', '标准版', '高清视频与多设备', [300, 5, 6], [3000, 8400, 15_600, 28_800]),
  plan('3', '畅享版', '大流量、游戏与家庭共享', [1024, 10, 12], [6000, 16_800, 31_200, 57_600]),
  {
    id: '4',
    kind: 'pack',
    name: '流量包',
    note: '当前套餐流量不够时使用，用完为止',
    trafficBytes: 50 * GB,
    deviceLimit: 0,
    lineLimit: 0,
    speedClass: null,
    stock: null,
    recommended: false,
    offers: [{ period: 'once', priceFen: 800 }],
  },
]

export function loadItem(packageId: string): Item | null {
  return catalogue.find(({ id }) => id === packageId) ?? null
}

export function priceFenOf(item: Item, period: Period): number | null {
  return item.offers.find((offer) => offer.period === period)?.priceFen ?? null
}

export function daysOf(period: Period): number {
  return DAYS[period]
}

function plan(
  id: string,
  name: string,
  note: string,
  [trafficGb, deviceLimit, lineLimit]: [number, number, number],
  fen: [month: number, quarter: number, half: number, year: number],
): Item {
  const periods = ['month', 'quarter', 'half', 'year'] as const
  const offers = periods.map((period, at) => ({ period, priceFen: fen[at]! }))
  const rest = { deviceLimit, lineLimit, speedClass: null, stock: null, recommended: id === '2', offers }
  return { id, kind: 'plan', name, note, trafficBytes: trafficGb * GB, ...rest }
}
