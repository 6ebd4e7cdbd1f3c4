import type { PlotSeries } from './plot-options.ts'

/** More bars than this are too thin to compare, so they become weeks. */
const DAYS_MAX = 45
const WEEK = 7

export const isByWeek = (days: number) => days > DAYS_MAX

type Bars = { names: string[]; texts: string[]; series: readonly PlotSeries[] }

/** Bars of a plot: days, or weeks of seven days that end with the last day. The first week may be shorter. */
export function barsOf(days: readonly { day: string }[], series: readonly PlotSeries[]): Bars {
  if (!isByWeek(days.length)) {
    return { names: days.map(({ day }) => day.slice(5)), texts: days.map(({ day }) => day), series }
  }
  const ends = []
  for (let end = days.length; end > 0; end -= WEEK) ends.unshift(end)
  const weeks = ends.map((end) => ({ from: Math.max(0, end - WEEK), end }))
  return {
    names: weeks.map(({ from }) => days[from]!.day.slice(5)),
    texts: weeks.map(({ from, end }) => `${days[from]!.day} – ${days[end - 1]!.day.slice(5)}`),
    series: series.map((one) => ({
      ...one,
      values: weeks.map(({ from, end }) => one.values.slice(from, end).reduce((sum, value) => sum + value, 0)),
    })),
  }
}
