import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import UPlot from 'uplot'

import { plainBytes, roundBytes } from '../../contract/bytes.ts'
import css from './byte-bars.module.css'

const HEIGHT = 220

type BytePoint = { upBytes: number; downBytes: number }
type Props = {
  points: readonly BytePoint[]
  /** Labels under the bars, one each; those without room are left out. A new array causes a redraw. */
  names: readonly string[]
  label: string
  onPoint: (index: number | null) => void
}

/** Includes the plot library, so import it lazily. A canvas cannot use CSS variables, so a scheme change redraws it. */
export function ByteBars(props: Props) {
  const scheme = useComputedColorScheme('light')
  return <Canvas key={scheme} {...props} />
}

function Canvas({ points, names, label, onPoint }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const point = useEffectEvent(onPoint)
  useEffect(() => {
    const room = box.current
    if (!room) return undefined
    const options = optionsOf({ room, names, onPoint: (index) => point(index) })
    const plot = new UPlot(options, dataOf(points), room)
    const watch = new ResizeObserver(() => plot.setSize({ width: room.clientWidth, height: HEIGHT }))
    watch.observe(room)
    return () => {
      watch.disconnect()
      plot.destroy()
    }
  }, [points, names])
  return <div ref={box} className={css.plot} role="img" aria-label={label} />
}

/** Stacks download on upload: the whole bar is the sum. */
function dataOf(points: readonly BytePoint[]): UPlot.AlignedData {
  return [
    points.map((_, index) => index),
    points.map(({ upBytes, downBytes }) => upBytes + downBytes),
    points.map(({ upBytes }) => upBytes),
  ]
}

type Drawing = { room: HTMLElement; names: readonly string[]; onPoint: (index: number | null) => void }

function optionsOf({ room, names, onPoint }: Drawing): UPlot.Options {
  const style = getComputedStyle(room)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const axis = { stroke: colour('--ink-faint'), font: `12px ${style.fontFamily}`, ticks: { show: false } }
  const paths = UPlot.paths.bars?.({ size: [0.62, 36], radius: 0.15 })
  const bars = (fill: string): UPlot.Series => ({
    ...(paths ? { paths } : {}),
    fill,
    width: 0,
    points: { show: false },
  })
  return {
    width: room.clientWidth,
    height: HEIGHT,
    // Half of the last label stands beside its bar.
    padding: [8, 14, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [-0.6, names.length - 0.4] },
      y: { range: (_plot, _low, high) => [0, high || 1] },
    },
    series: [{}, bars(colour('--brand-text')), bars(colour('--warn'))],
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        incrs: [1, 2, 3, 4, 6, 7, 10, 12, 15, 20, 30],
        space: 44,
        values: (_plot, splits) => splits.map((at) => names[at] ?? ''),
      },
      {
        ...axis,
        grid: { stroke: colour('--line'), width: 1 },
        incrs: roundBytes,
        size: 66,
        values: (_plot, splits) => splits.map((bytes) => plainBytes(bytes)),
      },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}
