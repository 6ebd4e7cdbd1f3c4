import { readdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'

import { DAY_MS } from '../../../contract/durations.ts'
import { outboxDir } from '../../config.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

const OUTBOX_MS = 7 * DAY_MS

export const mailRetention: readonly RetentionRule[] = [
  { table: 'mails', condition: 'created_at < $1', olderThanMs: 90 * DAY_MS },
  { table: 'mail_codes', condition: 'expires_at < $1', olderThanMs: 0 },
  { what: 'outbox', remove: removeOldMails },
]

async function removeOldMails({ config, now }: JobCtx): Promise<number> {
  const folder = outboxDir(config)
  const before = new Date(now.getTime() - OUTBOX_MS)
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names) {
    const file = path.join(folder, name)
    const info = await stat(file).catch(() => null)
    if (!info?.isFile() || info.mtime >= before) continue
    await unlink(file)
    removed += 1
  }
  return removed
}
