import { expect, it } from 'vitest'

import { barsOf } from './by-week.ts'

const daysOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
  }))
const series = (count: number) => [
  { label: 'sales', tone: 'main' as const, values: Array.from({ length: count }, () => 2) },
]

it('shows a month day by day', () => {
  const bars = barsOf(daysOf(30), series(30))
  expect([bars.names.length, bars.names[0], bars.series[0]!.values.length]).toEqual([30, '01-01', 30])
})

it('shows 90 days as weeks that end today, and loses nothing', () => {
  const { names, texts, series: shown } = barsOf(daysOf(90), series(90))
  expect([names.length, names.at(-1), texts.at(-1)]).toEqual([13, '03-25', '2026-03-25 – 03-31'])
  expect(shown[0]!.values).toEqual([12, ...Array.from({ length: 12 }, () => 14)])
})
