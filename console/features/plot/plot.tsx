import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import UPlot from 'uplot'

import { type PlotSeries, plotOptions, stacked } from './plot-options.ts'
import css from './plot.module.css'
import type { TickKind } from './round-ticks.ts'

export type PlotProps = {
  /** A sentence for screen readers. */
  label: string
  /** Names under the points, one for each. Names without room are left out. */
  names: readonly string[]
  /** Bars are stacked in this order, the first at the bottom; they end today. Lines are not stacked. */
  series: readonly PlotSeries[]
  look?: 'bars' | 'lines'
  /** Text of a value at the axis: an amount or a number. */
  format: (value: number) => string
  /** What the axis counts, which decides what a round number is. */
  ticks?: TickKind
  height?: number
  onPoint?: (index: number | null) => void
}

/** A canvas cannot use CSS variables, so another colour scheme redraws it. Use `LazyPlot`, which loads the library. */
export default function Plot(props: PlotProps) {
  const scheme = useComputedColorScheme('light')
  return <Canvas key={scheme} {...props} />
}

function Canvas(props: PlotProps) {
  const { label, names, series, look = 'bars', format, ticks = 'whole', height = 220, onPoint } = props
  const box = useRef<HTMLDivElement>(null)
  const point = useEffectEvent((index: number | null) => onPoint?.(index))
  const say = useEffectEvent(format)
  useEffect(() => {
    const room = box.current
    if (!room) return undefined
    const values = look === 'bars' ? stacked(series) : series.map((one) => [...one.values])
    const options = plotOptions({
      room,
      names,
      series,
      look,
      height,
      ticks,
      format: (value) => say(value),
      onPoint: (index) => point(index),
    })
    const plot = new UPlot(options, [names.map((_, at) => at), ...values], room)
    const watch = new ResizeObserver(() => plot.setSize({ width: room.clientWidth, height }))
    watch.observe(room)
    return () => {
      watch.disconnect()
      plot.destroy()
    }
  }, [names, series, look, ticks, height])
  return <div ref={box} className={css.plot} role="img" aria-label={label} />
}
