import { afterEach, expect, test } from 'vitest'

import { consoleApi } from '../../../contract/console/api.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { inTx } from '../../platform/context.ts'
import { dialPublic } from '../../platform/dial/dial-public.ts'
import { forgeHooks, postHook } from '../../test/attack/forge-hooks.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { hookDesk } from '../../test/build/hook-desk.ts'
import { startReceiver, verifyHook, type HookAnswer } from '../../test/outside/hook-receiver.ts'
import { atFileEnd } from '../../test/run/endings.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { rotateSecret, switchHook } from './own-hooks.ts'
import { lookAfterHooks } from './send-deliveries.ts'
import { tellHooks, type ToldEvent } from './tell-hooks.ts'

let answerBy: (seen: number, body: string) => HookAnswer = () => 204
const receiver = await startReceiver(({ body }, seen) => answerBy(seen, body))
atFileEnd(() => receiver.close())
const made = await makeApp()
const { db } = made
const desk = hookDesk(made, receiver.port)
afterEach(async () => {
  // The platform's would hear of the next test's events, too.
  await db.kysely.deleteFrom('webhooks').execute()
  clock.reset()
  answerBy = () => 204
  receiver.heard.length = 0
})

let nextReseller = 7400
async function buildTeam() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  return resellerId
}
const paid = (resellerId: number, order: string, n = 1): ToldEvent => ({
  resellerId,
  type: 'order.paid',
  object: `order:${order}`,
  data: { orderId: order, n },
})
const numbers = () => receiver.heard.map(({ body }) => (JSON.parse(body) as { data: { n: number } }).data.n)

test('an event arrives signed, with its type, time and data, at every webhook that wants it', async () => {
  const team = await buildTeam()
  const { webhookId, secret } = await desk.add(team)
  await desk.add(team, ['ticket.opened'])
  await desk.add(await buildTeam())
  const own = await desk.add(null, ['order.paid'], '/platform')
  await desk.tell(paid(team, 'a'))
  await desk.run()
  expect(receiver.heard.map(({ path }) => path).toSorted()).toEqual(['/hook', '/platform'])
  const [call] = receiver.heard.filter(({ path }) => path === '/hook')
  const time = Date.parse((JSON.parse(call!.body) as { timestamp: string }).timestamp)
  expect(Math.abs(time - clock.now().getTime())).toBeLessThan(60_000)
  expect(JSON.parse(call!.body)).toMatchObject({ type: 'order.paid', data: { resellerId: team, orderId: 'a', n: 1 } })
  expect(call!.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': /^msg_[0-9a-f]{32}$/ })
  expect([secret, own.secret].map((one) => verifyHook(one, call!))).toEqual([true, false])
  expect(await desk.deliveries(webhookId)).toMatchObject([{ state: 'delivered', tries: 1 }])
})

test('a receiver with the public library takes what we send, and no call that was forged, altered or is old', async () => {
  const team = await buildTeam()
  const { webhookId, secret } = await desk.add(team)
  const strict = await startReceiver()
  strict.trust(secret)
  try {
    const toStrict = hookDesk(made, strict.port)
    await toStrict.tell(paid(team, 'a'))
    await toStrict.run()
    expect([strict.heard.length, strict.refused.length]).toEqual([1, 0])
    const forged = forgeHooks(strict.heard[0]!, secret)
    for (const [how, call] of forged) expect([how, await postHook(strict.url, call)]).toEqual([how, 401])
    expect(await postHook(strict.url, strict.heard[0]!)).toBe(204)
    expect([strict.heard.length, strict.refused.length]).toEqual([2, forged.length])
    expect(await desk.deliveries(webhookId)).toMatchObject([{ state: 'delivered', tries: 1 }])
  } finally {
    strict.close()
  }
})

test('what is rolled back is never told, and nothing is queued where nobody listens', async () => {
  const team = await buildTeam()
  await desk.tell(paid(team, 'nobody'))
  const { webhookId } = await desk.add(team)
  const broken = inTx(desk.ctx(), async (tx) => {
    tellHooks(tx, paid(team, 'broken'))
    throw new Error('rolled back')
  })
  await expect(broken).rejects.toThrow('rolled back')
  await desk.run()
  expect([receiver.heard.length, await desk.deliveries(webhookId)]).toEqual([0, []])
  const events = await db.kysely.selectFrom('webhookEvents').selectAll().where('resellerId', '=', team).execute()
  expect(events).toEqual([])
})

test('a later event of an object waits for the earlier one; other objects go on', async () => {
  const team = await buildTeam()
  const { webhookId } = await desk.add(team)
  answerBy = (seen, body) => (body.includes('"n":1') && seen < 2 ? 500 : 204)
  await desk.tell(paid(team, 'x', 1), paid(team, 'x', 2), paid(team, 'y', 3))
  await desk.tell(paid(team, 'x', 4))
  await desk.run()
  expect(numbers().filter((n) => n !== 3)).toEqual([1, 1, 1, 2, 4])
  expect(numbers().indexOf(3)).toBeLessThan(2)
  const [first, ...rest] = await desk.deliveries(webhookId)
  expect([first, ...rest].map((one) => one!.state)).toEqual(Array.from({ length: 4 }, () => 'delivered'))
  expect((await desk.tries(first!.id)).map(({ status }) => status)).toEqual([500, 500, 204])
  expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(4)
})

test('ten tries over three days with the same id; then it is given up, the webhook is off and its owners are told', async () => {
  const team = await buildTeam()
  const email = `owner-${team}@team.example`
  await buildStaff(made, { resellerId: team, email })
  const { webhookId } = await desk.add(team)
  answerBy = () => ({ status: 500, text: 'a\0long answer '.repeat(400) })
  const begin = clock.now().getTime()
  await desk.tell(paid(team, 'x', 1), paid(team, 'x', 2))
  await desk.run()
  const hours = (clock.now().getTime() - begin) / HOUR_MS
  expect(hours).toBeGreaterThan(60)
  expect(hours).toBeLessThan(80)
  expect(numbers()).toEqual(Array.from({ length: 10 }, () => 1))
  expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(1)
  const [first, second] = await desk.deliveries(webhookId)
  expect([first, second]).toMatchObject([
    { state: 'given_up', tries: 10 },
    { state: 'given_up', tries: 0 },
  ])
  const log = await desk.tries(first!.id)
  expect(log.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 500))
  expect(log[0]!.answer).toMatch(/^a.long answer/)
  expect([...log[0]!.answer].length).toBe(1000)
  expect(await desk.hook(webhookId)).toMatchObject({ offReason: 'failing' })
  const mails = await db.kysely.selectFrom('mails').select('template').where('toAddress', '=', email).execute()
  expect(mails).toEqual([{ template: 'webhook_failing' }])
  // Three days later: another sign-in.
  const owner = await buildStaff(made, { resellerId: team })
  const rings = (await owner.call(consoleApi.bell.list, {})).data.rows
  expect(rings).toMatchObject([{ kind: 'webhook', detail: { name: 'bot', reason: 'failing' } }])
  // Off: nothing more is queued. On again: what comes then arrives.
  await desk.tell(paid(team, 'z', 5))
  answerBy = () => 204
  await switchHook(desk.ctx(), { team, actor: 'operator:test' }, webhookId, true)
  await desk.tell(paid(team, 'z', 6))
  await desk.run()
  expect(numbers().slice(10)).toEqual([6])
})

test('410 switches it off at once; the platform’s own raises an alert that switching on ends', async () => {
  answerBy = () => 410
  const team = await buildTeam()
  const { webhookId } = await desk.add(null, ['order.paid'])
  await desk.tell(paid(team, 'x', 1), paid(team, 'x', 2))
  await desk.run()
  expect(numbers()).toEqual([1])
  expect(await desk.hook(webhookId)).toMatchObject({ offReason: 'gone' })
  const open = () =>
    db.kysely
      .selectFrom('alerts')
      .select('kind')
      .where('subject', '=', `webhook:${webhookId}`)
      .where('resolvedAt', 'is', null)
      .execute()
  expect(await open()).toEqual([{ kind: 'webhook.off' }])
  await switchHook(desk.ctx(), { team: null, actor: 'operator:test' }, webhookId, true)
  expect(await open()).toEqual([])
})

test('429 and 503 are heeded: nothing is sent to that receiver before the time it asked for', async () => {
  const team = await buildTeam()
  const { webhookId } = await desk.add(team)
  answerBy = (seen) => (seen === 0 ? { status: 429, headers: { 'retry-after': '7200' } } : 204)
  await desk.tell(paid(team, 'x', 1))
  await desk.run({ forMs: 0 })
  await desk.tell(paid(team, 'y', 2))
  await desk.run({ forMs: HOUR_MS })
  expect(numbers()).toEqual([1])
  clock.shift(2 * HOUR_MS)
  await desk.tell(paid(team, 'z', 3))
  await desk.run()
  expect(numbers().toSorted()).toEqual([1, 1, 2, 2, 3, 3])
  expect((await desk.deliveries(webhookId)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
})

test('a redirect is not followed, and a broken connection says why without the address', async () => {
  const team = await buildTeam()
  const { webhookId } = await desk.add(team, ['order.paid'], '/hook?key=canary-key')
  answerBy = (seen) => (seen === 0 ? { status: 302, headers: { location: receiver.url } } : seen === 1 ? 'reset' : 204)
  await desk.tell(paid(team, 'x', 1))
  await desk.run()
  const [delivery] = await desk.deliveries(webhookId)
  const log = await desk.tries(delivery!.id)
  expect(log.map(({ status, problem }) => [status, problem])).toEqual([
    [302, null],
    [null, 'ECONNRESET'],
    [204, null],
  ])
  const stored = JSON.stringify([
    log,
    delivery,
    await db.pool.query('select j::text from graphile_worker._private_jobs j'),
  ])
  expect(stored).not.toContain('canary-key')
})

test('what a killed process was sending is sent again, and the log says so', async () => {
  const team = await buildTeam()
  const { webhookId } = await desk.add(team)
  await desk.tell(paid(team, 'x', 1))
  await db.kysely.updateTable('webhookDeliveries').set({ state: 'sending', tries: 1 }).execute()
  const sendingUntil = new Date(clock.now().getTime() + 20_000)
  await db.kysely
    .updateTable('webhooks')
    .set({ sender: crypto.randomUUID(), sendingUntil })
    .where('id', '=', webhookId)
    .execute()
  await desk.run({ forMs: 5_000 })
  expect(numbers()).toEqual([])
  clock.shift(30_000)
  await lookAfterHooks(desk.ctx())
  await desk.run()
  expect(numbers()).toEqual([1])
  const [delivery] = await desk.deliveries(webhookId)
  expect((await desk.tries(delivery!.id)).map(({ status, problem }) => problem ?? status)).toEqual(['interrupted', 204])
})

test('while a secret is replaced both sign; afterwards the new one alone', async () => {
  const team = await buildTeam()
  const { webhookId, secret: old } = await desk.add(team)
  const by = { team, actor: 'operator:test' }
  const { secret } = await rotateSecret(desk.ctx(), by, webhookId, 24)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const proved = (nth: number) => {
    return [secret, old].map((one) => verifyHook(one, receiver.heard[nth]!, clock.now().getTime()))
  }
  await desk.tell(paid(team, 'x'))
  await desk.run()
  expect([String(receiver.heard[0]!.headers['webhook-signature']).split(' ').length, proved(0)]).toEqual([
    2,
    [true, true],
  ])
  clock.shift(25 * HOUR_MS)
  await desk.tell(paid(team, 'y'))
  await desk.run()
  expect([String(receiver.heard[1]!.headers['webhook-signature']).split(' ').length, proved(1)]).toEqual([
    1,
    [true, false],
  ])
})

/** Forty ways to write an address that is not public. */
const INSIDE = `
  127.0.0.1 127.1 127.255.255.254 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 0.0.0.0 0
  10.0.0.1 10.255.255.255 100.64.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1
  192.88.99.1 192.168.0.1 3232235521 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1
  255.255.255.255 １２７.0.0.1 127。0。0。1 %31%32%37.0.0.1 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::10.0.0.1] [2002:7f00:1::] [2001::1] [2001:db8::1]
  [fc00::1] [fd12:3456::1] [fe80::1] [fec0::1] [ff02::1]`
  .trim()
  .split(/\s+/)

test('forty forms of an inside address are refused when they are dialled', async () => {
  expect(new Set(INSIDE).size).toBeGreaterThanOrEqual(40)
  const team = await buildTeam()
  const { webhookId } = await desk.add(team)
  for (const host of INSIDE) {
    await db.kysely
      .updateTable('webhooks')
      .set({ url: `https://${host}:${receiver.port}/` })
      .execute()
    await desk.tell(paid(team, host))
    await desk.run({ forMs: 0, by: dialPublic })
    await db.kysely.updateTable('webhooks').set({ failures: 0, pausedUntil: null }).execute()
  }
  const problems = await db.kysely.selectFrom('webhookTries').select('problem').where('resellerId', '=', team).execute()
  expect(receiver.heard).toEqual([])
  expect(new Set(problems.map(({ problem }) => problem))).toEqual(new Set(['inside']))
  const tried = (await desk.deliveries(webhookId)).map(({ state, tries }) => [state, tries > 0])
  expect(tried).toEqual(INSIDE.map(() => ['waiting', true]))
})

test('forty forms of an inside address are refused when they are saved, and reported', async () => {
  const team = await buildTeam()
  const owner = await buildStaff(made, { resellerId: team })
  const wish = { name: 'bot', events: ['order.paid' as const] }
  for (const host of INSIDE) {
    const answer = await owner.call(consoleApi.webhooks.add, { ...wish, url: `https://${host}/` })
    expect([host, answer.status, answer.code]).toEqual([host, 422, 'webhook.address'])
  }
  for (const url of ['http://1.1.1.1/', 'ftp://1.1.1.1/', 'https://u:p@1.1.1.1/', 'nonsense', 'javascript:1']) {
    const answer = await owner.call(consoleApi.webhooks.add, { ...wish, url })
    expect([url, answer.status, answer.code]).toEqual([url, 422, 'webhook.address'])
  }
  expect((await owner.call(consoleApi.webhooks.list, {})).data.rows).toEqual([])
  const alerts = await db.kysely.selectFrom('alerts').select('kind').where('resellerId', '=', team).execute()
  expect(alerts).toEqual([{ kind: 'address.inside' }])
})
