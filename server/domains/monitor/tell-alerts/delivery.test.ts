import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

import { clock } from '../../../platform/clock.ts'
import { verifyHook } from '../../../test/outside/hook-receiver.ts'
import { openMailbox } from '../../../test/outside/mailbox.ts'
import { atFileEnd } from '../../../test/run/endings.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { runJobs } from '../../../test/run/run-jobs.ts'
import { waitUntil } from '../../../test/run/wait-until.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { reconcileAlerts } from '../watch/reconcile-alerts.ts'

const SECRET = 'w'.repeat(40)
type Call = { headers: IncomingHttpHeaders; body: string }
const calls: Call[] = []
const statuses: number[] = []
const waiting: (() => void)[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  calls.push({ headers: request.headers, body })
  response.writeHead(statuses.shift() ?? 204).end()
  for (const wake of waiting.splice(0)) wake()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
atFileEnd(() => server.close())

const mailbox = await openMailbox()
const made = await makeApp({
  SMTP_URL: mailbox.url,
  ALERT_MAIL_TO: 'oncall@ops.example',
  ALERT_MAIL_GAP_S: '0',
  ALERT_RECOVERY_S: '0',
  ALERT_LANGUAGE: 'en',
  ALERT_WEBHOOK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=url-key-canary`,
  ALERT_WEBHOOK_SECRET: SECRET,
  PUBLIC_URL: 'https://portal.example',
})
const { db, config } = made
await runJobs(made)

async function nextCall(fits: (body: { change: string; alert: { subject: string } }) => boolean): Promise<Call> {
  for (;;) {
    const found = calls.find(({ body }) => fits(JSON.parse(body) as never))
    if (found) return found
    await new Promise<void>((wake) => waiting.push(wake))
  }
}

function verify({ headers, body }: Call): void {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-yuxian-signature'])) ?? []
  expect(Math.abs(Number(time) * 1000 - Date.now())).toBeLessThan(60_000)
  expect(signature).toBe(createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex'))
  const { change, alert } = JSON.parse(body) as { change: string; alert: object }
  expect(JSON.parse(body)).toMatchObject({ type: `alert.${change}`, data: { alert } })
  expect(headers['webhook-id']).toBe(`alert_${String(headers['x-yuxian-delivery'])}`)
  // A secret of our form is read as text: `whsec_` and base64 of the same bytes is the same key.
  expect(verifyHook(`whsec_${Buffer.from(SECRET).toString('base64')}`, { headers, body })).toBe(true)
}

const trouble = {
  kind: 'node.silent',
  subject: 'node:1',
  resellerId: null,
  severity: 'critical',
  detail: { nodeName: 'Osaka\r\nBcc: x@evil.example', region: 'JP', seenAt: null },
} as const

/** A mail arrives before it is marked as sent; until then it would be sent again. */
const allTold = () =>
  waitUntil(async () => {
    const untold = await db.kysely.selectFrom('alerts').select('id').where('notifiedAt', 'is', null).execute()
    return untold.length === 0
  }, 'the mail to be written down')

test('mail and webhook report begin and end of a trouble once each', async () => {
  const ctx = () => ({ db, config, now: clock.now() })
  await reconcileAlerts(ctx(), ['node.silent'], [trouble])
  await reconcileAlerts(ctx(), ['node.silent'], [trouble])
  const mail = await mailbox.next('oncall@ops.example')
  expect(mail.subject).toContain('[Alert] Node Osaka')
  expect(mail.text).toContain('is not responding')
  expect(mail.text).toContain('https://portal.example/monitor')
  verify(await nextCall(({ change }) => change === 'raised'))
  await allTold()

  await reconcileAlerts(ctx(), ['node.silent'], [])
  const over = await mailbox.next('oncall@ops.example')
  expect(over.subject).toContain('[Recovered] Node Osaka')
  expect(over.text).toMatch(/ · back after \d+ s$/m)
  verify(await nextCall(({ change }) => change === 'resolved'))
  const deliveries = calls.map(({ headers }) => headers['x-yuxian-delivery'])
  expect(new Set(deliveries).size).toBe(deliveries.length)
  expect(mailbox.received).toHaveLength(2)
})

test('calls a failing webhook again and stores neither its address nor its secret', async () => {
  statuses.push(500)
  await raiseAlert(db, { resellerId: null, kind: 'payment.unknown_order', subject: 'again' }, clock.now())
  await nextCall(({ alert }) => alert.subject === 'again')
  const failed = async () =>
    (await db.pool.query(`select last_error from graphile_worker._private_jobs where last_error is not null`)).rows
  await expect.poll(async () => (await failed()).length).toBe(1)
  expect(JSON.stringify(await failed())).toContain('answered 500')
  calls.length = 0
  await db.pool.query(`update graphile_worker._private_jobs set run_at = now() where last_error is not null`)
  await db.pool.query(`notify "jobs:insert", '{"r":"1","count":1}'`)
  verify(await nextCall(({ alert }) => alert.subject === 'again'))
  const { rows } = await db.pool.query(`select j::text from graphile_worker._private_jobs j`)
  expect(`${JSON.stringify(rows)}${made.logged.join('')}`).not.toMatch(/url-key-canary|wwwwwwww/)
})

test('sends few mails for many concurrent troubles', async () => {
  const before = mailbox.received.length
  await mailbox.next('oncall@ops.example')
  await allTold()
  const ctx = { db, config, now: clock.now() }
  const many = Array.from({ length: 30 }, (_, n) => ({ ...trouble, subject: `node:${100 + n}` }))
  await reconcileAlerts(ctx, ['node.silent'], many)
  const mail = await mailbox.next('oncall@ops.example')
  expect(mail.subject).toContain('and 29 more')
  expect(mailbox.received.length).toBeLessThanOrEqual(before + 2)
})
