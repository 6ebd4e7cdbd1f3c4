import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

import { loadChunk } from '../../../ui/http/load-chunk.ts'
import type { PlotProps } from './plot.tsx'

const Plot = lazy(() => loadChunk(() => import('./plot.tsx')))

/** Loads the plot library only when there is something to plot. Give every plot a table as an alternative. */
export function LazyPlot(props: PlotProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height ?? 220} radius="md" />}>
      <Plot {...props} />
    </Suspense>
  )
}
