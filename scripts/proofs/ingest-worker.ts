// The process that counts for `ingest.ts`: it gets batches, answers each, and can be killed at any moment.
import process from 'node:process'

import { readConfig } from '../../server/config.ts'
import { countTraffic } from '../../server/domains/traffic/count-traffic.ts'
import { createDb } from '../../server/platform/db/db.ts'
import { createLog } from '../../server/platform/log.ts'

export type Batch = { nodeId: number; batchId: string; items: { number: number; up: number; down: number }[] }
export type AskedBatch = { id: number; batch: Batch }
export type Told = 'ready' | { id: number; duplicate: boolean }

if (process.send) {
  const [databaseUrl = '', atOnce = ''] = process.argv.slice(2)
  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: 'x'.repeat(32), LOG_LEVEL: 'silent' })
  // Nearly any two batches share a subscription and wait for each other, which takes long on a slow machine.
  const waits = { statementTimeoutMs: 600_000 }
  const db = createDb({ url: databaseUrl, poolSize: Number(atOnce), applicationName: 'yuxian-proof', ...waits })
  const log = createLog(config.logLevel)
  const tell = (told: Told) => process.send!(told)
  process.on('message', async ({ id, batch }: AskedBatch) => {
    const ctx = { db, config, log, now: new Date() }
    const { duplicate } = await countTraffic(ctx, {
      ...batch,
      boot: 'proof',
      seq: 1,
      seconds: 600,
      repeatSeconds: null,
    })
    tell({ id, duplicate })
  })
  process.on('disconnect', () => process.exit(0))
  tell('ready')
}
