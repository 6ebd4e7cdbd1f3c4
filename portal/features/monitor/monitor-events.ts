import type { MonitorAlert, MonitorEvents, MonitorOverview } from '../../../contract/monitor-figures.ts'
import type { StreamEvent } from '../../../ui/http/event-parser.ts'

export type MonitorEvent = { [N in keyof MonitorEvents]: { name: N; data: MonitorEvents[N] } }[keyof MonitorEvents]

const NAMES: ReadonlySet<string> = new Set<keyof MonitorEvents>(['snapshot', 'alert', 'maintenance', 'end'])

/** Null for unknown events: a newer server may send more. */
export function readEvent({ name, data }: StreamEvent): MonitorEvent | null {
  return NAMES.has(name) ? ({ name, data: JSON.parse(data) as unknown } as MonitorEvent) : null
}

/** The overview after an event. Events between two snapshots show at once. */
export function applyEvent(now: MonitorOverview | null, event: MonitorEvent): MonitorOverview | null {
  if (event.name === 'snapshot') return now ? keepSame(now, event.data) : event.data
  if (now === null) return null
  if (event.name === 'alert') return { ...now, alerts: applyAlert(now.alerts, event.data) }
  if (event.name !== 'maintenance') return now
  const { nodeId, on } = event.data
  return { ...now, nodes: now.nodes.map((node) => (node.id === nodeId ? { ...node, inMaintenance: on } : node)) }
}

/** Open alerts only, worst and newest first, as the server sorts them. */
function applyAlert(alerts: readonly MonitorAlert[], { alert }: MonitorEvents['alert']): MonitorAlert[] {
  const others = alerts.filter(({ id }) => id !== alert.id)
  if (alert.resolvedAt !== null) return others
  const rank = ({ severity, id }: MonitorAlert) => [severity === 'critical' ? 0 : 1, -id] as const
  return [...others, alert].sort((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1])
}

/** These change once a minute; keeping the same array saves a redraw of the plot every two seconds. */
function keepSame(before: MonitorOverview, now: MonitorOverview): MonitorOverview {
  const same = <T>(a: T, b: T): T => (JSON.stringify(a) === JSON.stringify(b) ? a : b)
  return { ...now, traffic: same(before.traffic, now.traffic), sales: same(before.sales, now.sales) }
}
