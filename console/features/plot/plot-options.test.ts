import UPlot from 'uplot'
import { expect, it, onTestFinished, vi } from 'vitest'

import { plotOptions, stacked } from './plot-options.ts'

it('stacks bars and paints the tallest first', () => {
  const series = [
    { label: 'margin', tone: 'main' as const, values: [1, 2] },
    { label: 'wholesale', tone: 'soft' as const, values: [10, 20] },
  ]
  expect(stacked(series)).toEqual([
    [11, 22],
    [1, 2],
  ])
})

/** Draws a plot of two days on a canvas that only remembers where it was filled. */
function filledBy(look: 'bars' | 'lines', totals: number[]): number[] {
  vi.spyOn(UPlot, 'pxRatio', 'get').mockReturnValue(1)
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '', fontFamily: '' }))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const options = plotOptions({
    room: { clientWidth: 100 } as HTMLElement,
    names: ['11-18', '11-19'],
    series: [{ label: '', values: totals, tone: 'main' }],
    look,
    height: 100,
    ticks: 'bytes',
    format: String,
    onPoint: () => {},
  })
  const lefts: number[] = []
  const ctx = { save: () => {}, restore: () => {}, fillRect: (left: number) => lefts.push(left) }
  const valToPos = (value: number, scale: string) => (scale === 'x' ? value : 100 - value)
  const plot = { ctx, valToPos, data: [[0, 1], totals], bbox: { top: 0, height: 100 } }
  for (const draw of options.hooks?.draw ?? []) draw?.(plot as never)
  return [...new Set(lefts)]
}

it('dots the last bar, because its day is not over, and no other', () => {
  // As wide as the bar, and a pixel on each side.
  expect(filledBy('bars', [80, 60])).toEqual([expect.closeTo(-0.31)])
  expect(filledBy('lines', [80, 60])).toEqual([])
})

it('draws a stub for a day of nothing, today too', () => {
  expect(filledBy('bars', [80, 0])).toEqual([0.8])
})
