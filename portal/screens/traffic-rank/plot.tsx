import { useMemo } from 'react'

import { ByteBars } from '../../../ui/plot/byte-bars.tsx'
import type { Point, Range } from '../../features/lines/use-own-traffic.ts'
import { shortLabel } from './plot-data.ts'

export type PlotProps = {
  points: readonly Point[]
  range: Range
  label: string
  onPoint: (index: number | null) => void
}

/** Alone in its file: loads with the plot library when there is something to plot. */
export default function Plot({ points, range, label, onPoint }: PlotProps) {
  const names = useMemo(() => points.map((point) => shortLabel(point, range)), [points, range])
  return <ByteBars points={points} names={names} label={label} onPoint={onPoint} />
}
