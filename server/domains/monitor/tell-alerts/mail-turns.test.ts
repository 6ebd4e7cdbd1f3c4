import { expect, test } from 'vitest'

import { clock } from '../../../platform/clock.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { openMailbox } from '../../../test/outside/mailbox.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { mailAlerts } from './mail-alerts.ts'

const mailbox = await openMailbox()
const { app, db, config } = await makeApp({
  SMTP_URL: mailbox.url,
  ALERT_MAIL_TO: 'oncall@ops.example',
  ALERT_MAIL_GAP_S: '60',
  ALERT_LANGUAGE: 'en',
})

test('concurrent jobs of two processes send one mail for five troubles; the rest waits for the gap', async () => {
  // There is no runner: each call stands for a job that some process started at the same moment.
  const log = app.log as unknown as JobCtx['log']
  const tell = (now: Date) => mailAlerts({ db, config, log, now, isLastAttempt: false })
  const now = clock.now()
  for (let n = 0; n < 5; n += 1) await insertUntold(`node:${500 + n}`, now)
  const held = mailbox.stall()
  const atOnce = Array.from({ length: 5 }, () => tell(now))
  await held.arrived
  await insertUntold('node:600', now)
  held.release()
  await Promise.all(atOnce)
  const mails = () => mailbox.received
  expect(mails()).toHaveLength(1)
  expect(mails()[0]!.subject).toContain('and 4 more')
  await tell(new Date(now.getTime() + 59_000))
  expect(mails()).toHaveLength(1)
  await tell(new Date(now.getTime() + 61_000))
  expect(mails()).toHaveLength(2)
  // The claim of a dead process expires.
  await db.kysely
    .updateTable('alertMailTurns')
    .set({ claimedUntil: new Date(now.getTime() + 400_000) })
    .execute()
  await insertUntold('node:601', now)
  await tell(new Date(now.getTime() + 399_000))
  expect(mails()).toHaveLength(2)
  await tell(new Date(now.getTime() + 401_000))
  expect(mails()).toHaveLength(3)
})

async function insertUntold(subject: string, now: Date): Promise<void> {
  const times = { createdAt: now, lastSeenAt: now }
  await db.kysely
    .insertInto('alerts')
    .values({ kind: 'node.silent', subject, detail: JSON.stringify({ nodeName: subject }), isWatched: true, ...times })
    .execute()
}
