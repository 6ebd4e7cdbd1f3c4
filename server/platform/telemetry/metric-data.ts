import { ValueType, type HrTime } from '@opentelemetry/api'
import { AggregationTemporality, DataPointType, type DataPoint, type MetricData } from '@opentelemetry/sdk-metrics'

import type { Registered } from './telemetry.ts'

type Times = { startTime: HrTime; endTime: HrTime }
type Value = { value: number; labels: Partial<Record<string, string | number>>; metricName?: string }

/** The figures of /metrics, under the same names. */
export function toMetricData(registered: readonly Registered[], startedAt: number, now: number): MetricData[] {
  const times = { startTime: toHrTime(startedAt), endTime: toHrTime(now) }
  return registered.map(({ name, help, type, values }): MetricData => {
    const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE }
    const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
    // The library's types say enum, but its values are strings.
    const kind = String(type)
    if (kind === 'histogram') {
      return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(name, values, times) }
    }
    const dataPoints = (values as Value[]).map(({ value, labels }) => ({ ...times, value, attributes: labels }))
    if (kind === 'counter') return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    return { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
  })
}

type Histogram = { buckets: { boundaries: number[]; counts: number[] }; sum: number; count: number }

/** In /metrics each bucket includes all lower ones; here each counts only its own. */
function toHistograms(name: string, values: readonly Value[], times: Times): DataPoint<Histogram>[] {
  const byLabels = new Map<
    string,
    { labels: Value['labels']; buckets: [number, number][]; sum: number; count: number }
  >()
  for (const { value, labels, metricName } of values) {
    const { le, ...rest } = labels
    const key = JSON.stringify(rest)
    const one = byLabels.get(key) ?? { labels: rest, buckets: [], sum: 0, count: 0 }
    byLabels.set(key, one)
    if (metricName === `${name}_sum`) one.sum = value
    else if (metricName === `${name}_count`) one.count = value
    else if (le !== '+Inf') one.buckets.push([Number(le), value])
  }
  return [...byLabels.values()].map(({ labels, buckets, sum, count }) => {
    const below = buckets.map(([, upTo]) => upTo)
    const counts = [...below, count].map((upTo, index) => upTo - (below[index - 1] ?? 0))
    const value = { buckets: { boundaries: buckets.map(([bound]) => bound), counts }, sum, count }
    return { ...times, attributes: labels, value }
  })
}

function toHrTime(ms: number): HrTime {
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000]
}
