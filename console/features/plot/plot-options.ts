import UPlot from 'uplot'

import { roundTicks, type TickKind } from './round-ticks.ts'

const colours = {
  main: '--brand-text',
  soft: '--brand-line',
  good: '--good',
  warn: '--warn',
  bad: '--bad',
} as const

export type PlotSeries = { label: string; values: readonly number[]; tone: keyof typeof colours }

/**
 * Adds each series to those before it and puts the total first, because uPlot paints later series over earlier ones.
 */
export function stacked(series: readonly PlotSeries[]): number[][] {
  const sums = series.map((_, at) =>
    (series[0]?.values ?? []).map((_value, day) =>
      series.slice(0, at + 1).reduce((sum, { values }) => sum + (values[day] ?? 0), 0),
    ),
  )
  return sums.toReversed()
}

type Drawing = {
  room: HTMLElement
  names: readonly string[]
  series: readonly PlotSeries[]
  look: 'bars' | 'lines'
  height: number
  ticks: TickKind
  format: (value: number) => string
  onPoint: (index: number | null) => void
}

export function plotOptions({ room, names, series, look, height, ticks, format, onPoint }: Drawing): UPlot.Options {
  const style = getComputedStyle(room)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const axis = { stroke: colour('--ink-faint'), font: `12px ${style.fontFamily}`, ticks: { show: false } }
  const paths = UPlot.paths.bars?.({ size: [BAR.share, BAR.width], radius: 0.15 })
  const drawn = look === 'bars' ? series.toReversed() : series
  const shape = (hue: string): UPlot.Series =>
    look === 'bars'
      ? { ...(paths ? { paths } : {}), fill: hue, width: 0, points: { show: false } }
      : { stroke: hue, width: 2, points: { show: false } }
  return {
    width: room.clientWidth,
    height,
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: look === 'lines' } },
    scales: {
      x: { time: false, range: [-0.6, names.length - 0.4] },
      y: {
        range: (_plot, low, high) => {
          const all = roundTicks(low, high, ticks)
          return [all[0]!, all.at(-1)!]
        },
      },
    },
    series: [{}, ...drawn.map(({ tone }) => shape(colour(colours[tone])))],
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        incrs: [1, 2, 3, 5, 7, 10, 14, 15, 30],
        space: 52,
        values: (_plot, splits) => splits.map((at) => names[at] ?? ''),
      },
      {
        ...axis,
        grid: { stroke: colour('--line'), width: 1 },
        size: 64,
        splits: (_plot, _axis, low, high) => roundTicks(low, high, ticks),
        values: (_plot, splits) => splits.map(format),
      },
    ],
    hooks: {
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
      ...(look === 'bars'
        ? {
            draw: [
              (plot: UPlot) => drawEmpty(plot, colour('--line-strong')),
              (plot: UPlot) => drawToday(plot, colour('--card')),
            ],
          }
        : {}),
    },
  }
}

const STUB = { width: 0.4, height: 2 }

/** Draws a low stub where a bar would stand: a day without anything was counted, not forgotten. */
function drawEmpty({ ctx, data, valToPos }: UPlot, hue: string): void {
  const [places, totals] = data
  ctx.save()
  ctx.fillStyle = hue
  for (const at of places) {
    if (totals?.[at]) continue
    const [left, right] = [valToPos(at - STUB.width / 2, 'x', true), valToPos(at + STUB.width / 2, 'x', true)]
    ctx.fillRect(left, valToPos(0, 'y', true) - STUB.height, right - left, STUB.height)
  }
  ctx.restore()
}

/** A bar takes this share of its place, and at most so many pixels. */
const BAR = { share: 0.62, width: 32 }
const DOT = 3

/** Dots the last bar by drawing gaps over it: a day that is not over must not look like a bad one. */
function drawToday({ ctx, data, bbox, valToPos }: UPlot, hue: string): void {
  const last = (data[0]?.length ?? 0) - 1
  const top = data[1]?.[last]
  if (last < 0 || !top) return
  const middle = valToPos(last, 'x', true)
  const room = valToPos(last + BAR.share / 2, 'x', true) - valToPos(last - BAR.share / 2, 'x', true)
  const width = Math.min(room, BAR.width * UPlot.pxRatio) + 2
  const step = DOT * UPlot.pxRatio
  ctx.save()
  ctx.fillStyle = hue
  for (let at = valToPos(top, 'y', true) + step; at < bbox.top + bbox.height - step; at += 2 * step) {
    ctx.fillRect(middle - width / 2, at, width, step)
  }
  ctx.restore()
}
