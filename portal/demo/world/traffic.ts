import type { OwnTraffic, TrafficMonth } from '../../../contract/traffic.ts'
import { dateText, dayStartMs } from '../../../ui/words/date-text.ts'
import { GB } from './account.ts'
import { HOUR_MS } from './sample-time.ts'

export type Range = 'today' | 'week' | 'month'
type Point = OwnTraffic['points'][number]

const NODE_SHARES: readonly [nodeId: number, name: string, region: string, share: number][] = [
  [1, '香港 01', 'HK', 0.58],
  [3, '东京', 'JP', 0.3],
  [6, '洛杉矶 · 半价流量', 'US', 0.12],
]

/** More in the evening, less at night; irregular, but the same every time. */
export function pointsOf(range: Range): Point[] {
  const today = dateText(Date.now())
  const todayMs = dayStartMs(today)
  const count = range === 'week' ? 7 : range === 'month' ? 30 : Math.floor((Date.now() - todayMs) / HOUR_MS) + 1
  const beginMs = (index: number) =>
    range === 'today' ? todayMs + index * HOUR_MS : dayStartMs(today, index - count + 1)
  const scale = range === 'today' ? 0.16 * GB : 2.8 * GB
  return Array.from({ length: count }, (_, index) => {
    const wave = 1 + 0.6 * Math.sin(index * 1.3) + 0.35 * Math.sin(index * 0.37 + 2)
    const downBytes = Math.round(scale * wave)
    return { at: new Date(beginMs(index)).toISOString(), upBytes: Math.round(downBytes * 0.14), downBytes }
  })
}

export function usedIn(range: Range): number {
  return pointsOf(range).reduce((sum, { upBytes, downBytes }) => sum + upBytes + downBytes, 0)
}

export function ownOf(range: Range): OwnTraffic {
  const own = usedIn(range)
  return {
    nodes: NODE_SHARES.map(([nodeId, name, region, share]) => ({
      nodeId,
      name,
      region,
      bytes: Math.round(own * share),
    })),
    points: pointsOf(range),
  }
}

export function monthOf(which: 'last' | 'this'): TrafficMonth {
  const today = dateText(Date.now())
  const lastDay = dateText(dayStartMs(`${today.slice(0, 8)}01`, -1))
  const day = which === 'this' ? today : lastDay
  const daysOf = Number(day.slice(8))
  const [, name] = NODE_SHARES[0]!
  const used = Math.round((usedIn('month') * daysOf) / 30)
  const upBytes = Math.round(used * 0.12)
  const best = { name, bytes: Math.round(used * NODE_SHARES[0]![3]) }
  return { month: day.slice(0, 7), upBytes, downBytes: used - upBytes, days: daysOf, daysOf, best, uptime: 99.93 }
}
