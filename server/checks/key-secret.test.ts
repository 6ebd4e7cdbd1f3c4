import { beforeAll, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { sha256 } from '../platform/secrets/crypto.ts'
import { startTelemetry } from '../platform/telemetry/open-telemetry.ts'
import { keyCalls } from '../test/build/build-key.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildReseller } from '../test/build/factories.ts'
import { hookDesk } from '../test/build/hook-desk.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { startCollector } from '../test/outside/collector.ts'
import { startReceiver } from '../test/outside/hook-receiver.ts'
import { atFileEnd } from '../test/run/endings.ts'
import { makeApp } from '../test/run/make-app.ts'

const { keys, users, user, overview, audit, webhooks } = consoleApi
const RESELLER = 8890
const collector = await startCollector()
atFileEnd(collector.close)
const receiver = await startReceiver()
atFileEnd(receiver.close)
const telemetry = startTelemetry({ endpoint: collector.url, headers: {}, sampled: 1 })
atFileEnd(() => telemetry.stop())
const made = await makeApp({}, { telemetry })
const { app, db } = made
const desk = hookDesk(made, receiver.port)

const wish = {
  name: 'Shop bot',
  permissions: ['users.read', 'users.write', 'webhooks.write'],
  days: 1,
  networks: [],
  callsPerMinute: 600,
  dailyFen: 0,
} as never

/** Where each thing is written or sent, as text. */
let found: Record<string, string>
const texts: string[] = []
const statuses = new Set<number>()

beforeAll(async () => {
  await buildReseller(db, { id: RESELLER })
  const owner = await buildStaff(made, { resellerId: RESELLER })
  const { webhookId } = await desk.add(RESELLER)
  const first = (await owner.call(keys.make, wish)).data
  await useEverywhere(first.text, webhookId, 1)
  const next = (await owner.call(keys.rotate, { id: first.id, overlapMinutes: 60 })).data
  await useEverywhere(next.text, webhookId, 2)
  await useWithFaults(next.text)
  const elsewhere = (await owner.call(keys.make, { ...(wish as object), networks: ['203.0.113.7'] } as never)).data
  await useEverywhere(elsewhere.text, webhookId, 3)
  texts.push(first.text, next.text, elsewhere.text)
  await owner.call(keys.revoke, { id: first.id })
  await useEverywhere(next.text, webhookId, 4)
  await desk.run()
  const answers = [
    await owner.call(keys.list, {}),
    await owner.call(audit.list, {}),
    await owner.call(webhooks.deliveries, { webhookId }),
    await made.inject('/metrics'),
  ].map((answer) => ('body' in answer ? answer.body : answer.text))
  await telemetry.stop()
  found = {
    logs: made.logged.join('\n'),
    traces: collector.text(),
    rows: await dumpEveryRow(db),
    deliveries: JSON.stringify(receiver.heard),
    answers: answers.join('\n'),
  }
})

/** Good calls, refused ones, and a key in places where it does not belong. */
async function useEverywhere(text: string, webhookId: string, nth: number): Promise<void> {
  const bot = keyCalls(app, text)
  const named = { headers: { 'idempotency-key': `customer-${nth}` } }
  const answers = [
    await bot.call(users.list, {}),
    await bot.call(users.create, { userName: `secret-${nth}` }, named),
    await bot.call(webhooks.test, { webhookId }),
    await bot.call(user.block, { id: 999_999, reason: 'x' }),
    await bot.call(user.block, { nonsense: text } as never),
    await bot.call(overview.show, {}),
    await bot.call(keys.list, {}),
    await made.call(api.accounts.info, { dailiKey: RESELLER }, { headers: bot.headers }),
  ]
  for (const { status } of answers) statuses.add(status)
  const list = users.list.path
  const coded = encodeURIComponent(text).replaceAll('_', '%5F')
  const addresses = [
    `${list}?key=${text}`,
    `${list}?${text}`,
    `${list}?${coded}=1`,
    `/api/console/${text}`,
    `/${coded}`,
  ]
  for (const url of [...addresses, `/sub/${text}`, `/%zz/${text}`]) await made.inject({ url })
  const headers = { 'x-request-id': text, 'user-agent': text, referer: `https://shop.example/?key=${text}` }
  await made.inject({ url: list, headers: { ...headers, 'x-api-key': text, cookie: `yx_console=${text}` } })
}

/** The table that a call reads is away: it fails inside. */
async function useWithFaults(text: string): Promise<void> {
  await db.pool.query('alter table accounts rename to accounts_away')
  try {
    const bot = keyCalls(app, text)
    statuses.add((await bot.call(users.list, {})).status)
    const named = { headers: { 'idempotency-key': 'customer-away' } }
    statuses.add((await bot.call(users.create, { userName: 'secret-away' }, named)).status)
  } finally {
    await db.pool.query('alter table accounts_away rename to accounts')
  }
}

test('the calls were answered, refused and failed, and every place has written of them', () => {
  expect([...statuses].toSorted()).toEqual([200, 400, 401, 403, 422, 500])
  const short = texts[0]!.split('_')[1]!
  expect(found['rows']).toContain(short)
  expect(found['answers']).toContain(`key:${short}`)
  expect(found['logs']).toContain('request failed')
  expect(found['traces']).toContain(users.create.path)
  expect(collector.spans().some(({ status }) => status.code === 2)).toBe(true)
  expect(found['deliveries']).toContain('user.registered')
  expect(found['deliveries']).toContain('webhook.test')
})

test('a key is in no log line, trace, figure, row, audit entry, delivery or answer after it was made', () => {
  const pieces = texts.flatMap((text) => {
    const secret = text.split('_')[2]!
    return [secret.slice(0, 16), secret.slice(24, 40), secret.slice(48, 64)]
  })
  const places = Object.entries(found).flatMap(([place, said]) =>
    pieces.filter((piece) => said.toLowerCase().includes(piece)).map(() => place),
  )
  expect(places).toEqual([])
})

test('its hash stands only in its row', () => {
  const hashes = texts.map((text) => sha256(text).toString('hex'))
  const { rows, ...elsewhere } = found
  expect(rows!.split('\n').filter((row) => hashes.some((hash) => row.includes(hash)))).toHaveLength(2)
  for (const said of Object.values(elsewhere)) expect(hashes.filter((hash) => said.includes(hash))).toEqual([])
})

test('what a call wrote names the key by its short part', async () => {
  const actors = await db.kysely.selectFrom('auditLog').select('actor').distinct().execute()
  const shorts = texts.map((text) => `key:${text.split('_')[1]!}`)
  expect(actors.map(({ actor }) => actor).filter((actor) => actor.startsWith('key:'))).toEqual([shorts[0]])
})
