import path from 'node:path'

import type { Counts } from '../count/counts.ts'
import { readDurable } from '../durable-file.ts'
import { readSettings } from '../settings.ts'
import { askStatus, type Status } from '../status-socket.ts'

export async function printStatus(dir: string, isJson: boolean): Promise<number> {
  const status = await askStatus(dir)
  if (status) {
    console.log(isJson ? JSON.stringify(status) : toText(status))
    return status.alarms.length > 0 || status.engine !== 'running' ? 2 : 0
  }
  const { nodeId, server } = readSettings(dir)
  const counts = readDurable<Counts>(path.join(dir, 'counts.json'))
  const pendingBatches = typeof counts === 'string' ? null : counts.pending.length
  const record = typeof counts === 'string' ? counts : 'whole'
  const stopped = { engine: 'not running', nodeId, server, pendingBatches, record }
  console.log(isJson ? JSON.stringify(stopped) : rows(stopped))
  return 1
}

function toText({ alarms, lastError, ...status }: Status): string {
  const trouble = alarms.map(({ subject, message }) => `! ${subject}: ${message}`)
  const last = lastError ? `${lastError.at} ${lastError.message}` : 'none'
  return [rows({ ...status, lastError: last }), ...trouble].join('\n')
}

function rows(values: Record<string, string | number | null>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(16)} ${value ?? 'unknown'}`)
    .join('\n')
}
