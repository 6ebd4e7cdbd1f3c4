import path from 'node:path'

import type { NodeSetup } from '../../contract/node-api.ts'
import { shownHash } from '../certificate/own-certificate.ts'
import type { Counts } from '../count/counts.ts'
import { readDurable } from '../durable-file.ts'
import { readSettings } from '../settings.ts'
import { askStatus, type Status } from '../status-socket.ts'

export async function printStatus(dir: string, isJson: boolean): Promise<number> {
  const settings = readSettings(dir)
  // For the setting of the same name, by which clients know a self-signed certificate.
  const certSha256 = shownHash(dir, knownSetup(dir), settings)
  const status = await askStatus(dir)
  if (status) {
    console.log(isJson ? JSON.stringify({ ...status, certSha256 }) : toText(status, certSha256))
    return status.alarms.length > 0 || status.engine !== 'running' ? 2 : 0
  }
  const { nodeId, server } = settings
  const counts = readDurable<Counts>(path.join(dir, 'counts.json'))
  const pendingBatches = typeof counts === 'string' ? null : counts.pending.length
  const record = typeof counts === 'string' ? counts : 'whole'
  const stopped = { engine: 'not running', nodeId, server, pendingBatches, record, certSha256 }
  console.log(isJson ? JSON.stringify(stopped) : rows(stopped))
  return 1
}

/** As the portal said last. Only read: the folder may be a running agent's. */
function knownSetup(dir: string): NodeSetup | null {
  const roster = readDurable<{ setup: NodeSetup }>(path.join(dir, 'roster.json'))
  return typeof roster === 'string' ? null : roster.setup
}

function toText({ alarms, lastError, ...status }: Status, certSha256: string | null): string {
  const trouble = alarms.map(({ subject, message }) => `! ${subject}: ${message}`)
  const last = lastError ? `${lastError.at} ${lastError.message}` : 'none'
  return [rows({ ...status, certSha256, lastError: last }), ...trouble].join('\n')
}

function rows(values: Record<string, string | number | null>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(16)} ${value ?? 'unknown'}`)
    .join('\n')
}
