import type { MonitorOverview } from '../../../../contract/monitor-figures.ts'
import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Figure, MetricsReader, Sample } from '../../../platform/http/operations.ts'
import { openStreams } from '../stream/stream-hub.ts'
import { readOverview } from './get-overview.ts'

const NODE = ['node', 'region'] as const
const STATES = ['up', 'starting', 'down', 'silent', 'new'] as const

/** The monitor's figures for Prometheus. docs/metrics.md lists them, and a test compares. */
const figures: readonly Figure[] = [
  { name: 'yuxian_node_up', help: '1 while a node reports and its engine runs', labels: NODE },
  { name: 'yuxian_node_maintenance', help: '1 while a node is in maintenance', labels: NODE },
  { name: 'yuxian_node_online_users', help: 'Users connected to a node', labels: NODE },
  { name: 'yuxian_node_connections', help: 'Open connections of a node', labels: NODE },
  { name: 'yuxian_node_cpu_percent', help: 'Processor load of a node', labels: NODE },
  { name: 'yuxian_node_memory_percent', help: 'Memory used on a node', labels: NODE },
  { name: 'yuxian_node_up_bps', help: 'Bits a second sent by users of a node', labels: NODE },
  { name: 'yuxian_node_down_bps', help: 'Bits a second received by users of a node', labels: NODE },
  { name: 'yuxian_node_lines', help: 'Lines placed on a node', labels: NODE },
  { name: 'yuxian_nodes', help: 'Nodes by state', labels: ['state'] },
  { name: 'yuxian_online_users', help: 'Users connected anywhere' },
  { name: 'yuxian_traffic_minute_bytes', help: 'Bytes counted in the last full minute', labels: ['direction'] },
  { name: 'yuxian_orders_minute', help: 'Orders made in the last full minute' },
  { name: 'yuxian_payments_minute', help: 'Payments of the last full minute', labels: ['step'] },
  { name: 'yuxian_payments_success_ratio', help: 'Paid part of the payments decided in the last hour' },
  { name: 'yuxian_payments_pending', help: 'Payments without an outcome' },
  { name: 'yuxian_payments_oldest_unsettled_seconds', help: 'Age of the oldest payment without an outcome' },
  { name: 'yuxian_jobs', help: 'Background jobs by state', labels: ['state'] },
  { name: 'yuxian_jobs_oldest_wait_seconds', help: 'How long the job due longest has waited' },
  { name: 'yuxian_books_problems', help: 'Problems the last check of the books found' },
  { name: 'yuxian_books_checked_timestamp_seconds', help: 'When the books were last checked' },
  { name: 'yuxian_backup_timestamp_seconds', help: 'When the last good backup was made' },
  { name: 'yuxian_backup_size_bytes', help: 'Size of the last good backup' },
  { name: 'yuxian_database_size_bytes', help: 'Size of the database' },
  { name: 'yuxian_database_connections', help: 'Open connections to the database' },
  { name: 'yuxian_database_longest_transaction_seconds', help: 'Age of the longest open transaction' },
  { name: 'yuxian_processes', help: 'Server processes that reported lately' },
  { name: 'yuxian_alerts_open', help: 'Open alerts by severity', labels: ['severity'] },
  { name: 'yuxian_monitor_streams', help: 'Monitor streams of this process' },
]

export function readMonitorMetrics({ db, config }: { db: Db; config: Config }): MetricsReader {
  const view = { resellerId: null, hasPlatform: true, language: 'en' as const }
  return { figures, read: async () => toSamples(await readOverview(db, config, view, clock.now())) }
}

function toSamples(overview: MonitorOverview): Sample[] {
  return [
    ...overview.nodes.flatMap(nodeSamples),
    ...STATES.map((state) =>
      sample(
        'yuxian_nodes',
        count(overview.nodes, (node) => node.state === state),
        { state },
      ),
    ),
    sample('yuxian_online_users', overview.onlineUsers),
    ...moneySamples(overview),
    ...platformSamples(overview.platform),
    ...(['warning', 'critical'] as const).map((severity) =>
      sample(
        'yuxian_alerts_open',
        count(overview.alerts, (alert) => alert.severity === severity),
        { severity },
      ),
    ),
    sample('yuxian_monitor_streams', openStreams.count),
  ]
}

function nodeSamples(node: MonitorOverview['nodes'][number]): Sample[] {
  const labels = { node: node.name, region: node.region }
  const known: [string, number | null][] = [
    ['up', Number(node.state === 'up')],
    ['maintenance', Number(node.inMaintenance)],
    ['online_users', node.onlineUsers],
    ['connections', node.connections],
    ['cpu_percent', node.cpuPercent],
    ['memory_percent', node.memoryPercent],
    ['up_bps', node.upBps],
    ['down_bps', node.downBps],
    ['lines', node.lines],
  ]
  return known.flatMap(([name, value]) => (value === null ? [] : [sample(`yuxian_node_${name}`, value, labels)]))
}

function moneySamples({ traffic, sales, payments }: MonitorOverview): Sample[] {
  const bytes = traffic.at(-1)
  const minute = sales.at(-1)
  return [
    sample('yuxian_traffic_minute_bytes', bytes?.upBytes ?? 0, { direction: 'up' }),
    sample('yuxian_traffic_minute_bytes', bytes?.downBytes ?? 0, { direction: 'down' }),
    sample('yuxian_orders_minute', minute?.orders ?? 0),
    sample('yuxian_payments_minute', minute?.payments ?? 0, { step: 'begun' }),
    sample('yuxian_payments_minute', minute?.paid ?? 0, { step: 'paid' }),
    ...(payments.successPercent === null
      ? []
      : [sample('yuxian_payments_success_ratio', payments.successPercent / 100)]),
    sample('yuxian_payments_pending', payments.pending),
    sample('yuxian_payments_oldest_unsettled_seconds', payments.oldestUnsettled?.ageS ?? 0),
  ]
}

function platformSamples(platform: MonitorOverview['platform']): Sample[] {
  if (!platform) return []
  const { jobs, database, books, backup, processes } = platform
  return [
    ...(['waiting', 'running', 'retrying', 'failed', 'stuck'] as const).map((state) =>
      sample('yuxian_jobs', jobs[state], { state }),
    ),
    sample('yuxian_jobs_oldest_wait_seconds', jobs.oldestWaitS ?? 0),
    ...(books
      ? [
          sample('yuxian_books_problems', books.problems),
          sample('yuxian_books_checked_timestamp_seconds', Date.parse(books.checkedAt) / 1000),
        ]
      : []),
    ...(backup
      ? [
          sample('yuxian_backup_timestamp_seconds', Date.parse(backup.madeAt) / 1000),
          sample('yuxian_backup_size_bytes', backup.bytes),
        ]
      : []),
    sample('yuxian_database_size_bytes', database.sizeBytes),
    sample('yuxian_database_connections', database.connections),
    sample('yuxian_database_longest_transaction_seconds', database.longestTransactionS),
    sample('yuxian_processes', processes.length),
  ]
}

function sample(name: string, value: number, labels?: Record<string, string>): Sample {
  return labels ? { name, value, labels } : { name, value }
}

function count<T>(items: readonly T[], isCounted: (item: T) => boolean): number {
  return items.filter(isCounted).length
}
