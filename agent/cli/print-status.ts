import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { Counts } from '../count/counts.ts'
import { readDurable } from '../durable-file.ts'
import { readSettings, type Settings } from '../settings.ts'
import { askStatus, type Status } from '../status-socket.ts'

export async function printStatus(dir: string, isJson: boolean): Promise<number> {
  const settings = readSettings(dir)
  const certSha256 = certificateHash(settings)
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

/** For the setting of the same name, by which clients know a self-signed certificate. Null: there is none to read. */
function certificateHash({ tls }: Settings): string | null {
  try {
    const { fingerprint256 } = new X509Certificate(readFileSync(tls?.certificateFile ?? ''))
    return fingerprint256.replaceAll(':', '').toLowerCase()
  } catch {
    return null
  }
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
