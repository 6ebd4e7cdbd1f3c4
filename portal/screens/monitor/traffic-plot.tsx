import { useMemo } from 'react'

import type { MonitorOverview } from '../../../contract/monitor-figures.ts'
import { ByteBars } from '../../../ui/plot/byte-bars.tsx'
import { timeText } from '../../features/monitor/node-look.ts'

export type TrafficPlotProps = {
  minutes: MonitorOverview['traffic']
  label: string
  onPoint: (index: number | null) => void
}

/** Alone in its file, because it loads the plot library. */
export default function TrafficPlot({ minutes, label, onPoint }: TrafficPlotProps) {
  const names = useMemo(() => minutes.map(({ at }) => timeText(at).slice(0, 5)), [minutes])
  return <ByteBars points={minutes} names={names} label={label} onPoint={onPoint} />
}
