import { afterEach, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { inTx } from '../../../platform/context.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount, buildReseller, PASSWORD_HASH } from '../../../test/build/factories.ts'
import { hookDesk } from '../../../test/build/hook-desk.ts'
import { startReceiver, verifyHook, type HookAnswer } from '../../../test/outside/hook-receiver.ts'
import { atFileEnd } from '../../../test/run/endings.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { createHashed } from '../../accounts/create-account.ts'
import { endHooks } from '../../webhooks/own-hooks.ts'

const { webhooks, audit } = consoleApi
let answer: HookAnswer = 204
const receiver = await startReceiver(() => answer)
atFileEnd(() => receiver.close())
const made = await makeApp()
const { db } = made
const desk = hookDesk(made, receiver.port)
afterEach(async () => {
  await db.kysely.deleteFrom('webhooks').execute()
  clock.reset()
  answer = 204
  receiver.heard.length = 0
})

const wish = { name: 'bot', url: 'https://1.1.1.1/hook?key=canary-key', events: ['order.paid' as const] }
let nextReseller = 7500
async function buildOwner() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  return { resellerId, ...(await buildStaff(made, { resellerId })) }
}

/** The test's receiver stands for the address on the net. */
const pointHere = (webhookId: string) =>
  db.kysely.updateTable('webhooks').set({ url: 'https://hook.example/hook' }).where('id', '=', webhookId).execute()

test('a webhook is added, changed, switched and removed; its secret is shown once and stands nowhere else', async () => {
  const { call, resellerId } = await buildOwner()
  const added = (await call(webhooks.add, wish)).data
  expect(added.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const listed = await call(webhooks.list, {})
  expect(listed.data.rows).toMatchObject([{ webhookId: added.webhookId, name: 'bot', state: 'on', url: wish.url }])
  const { webhookId } = added
  const changed = { webhookId, name: 'other', url: 'https://8.8.8.8/', events: ['ticket.opened' as const] }
  expect((await call(webhooks.change, changed)).status).toBe(200)
  expect((await call(webhooks.switch, { webhookId, on: false })).status).toBe(200)
  expect((await call(webhooks.list, {})).data.rows).toMatchObject([{ name: 'other', state: 'off' }])
  expect((await call(webhooks.test, { webhookId })).code).toBe('webhook.off')
  expect((await call(webhooks.remove, { webhookId })).status).toBe(200)
  expect((await call(webhooks.list, {})).data.rows).toEqual([])
  const rows = await db.kysely.selectFrom('auditLog').selectAll().where('resellerId', '=', resellerId).execute()
  const actions = rows.map(({ action }) => action).filter((action) => action.startsWith('webhook.'))
  expect(actions).toEqual(['webhook.added', 'webhook.changed', 'webhook.disabled', 'webhook.removed'])
  const said = JSON.stringify([rows, listed, made.logged])
  expect(said).toContain('1.1.1.1')
  expect(said.replaceAll(wish.url, '')).not.toContain('canary-key')
  expect(said).not.toContain(added.secret)
  const key = Buffer.from(added.secret.slice('whsec_'.length), 'base64')
  const { rows: dumped } = await db.pool.query('select w::text from webhooks w')
  expect(JSON.stringify(dumped)).not.toContain(key.toString('hex'))
  expect((await call(audit.list, {})).status).toBe(200)
})

test('a test event and its answer are in the log; sent again it keeps its id', async () => {
  const { call } = await buildOwner()
  const { webhookId, secret } = (await call(webhooks.add, wish)).data
  await pointHere(webhookId)
  answer = { status: 500, text: 'not now' }
  const { deliveryId } = (await call(webhooks.test, { webhookId })).data
  await desk.run({ forMs: 0 })
  const shown = (await call(webhooks.delivery, { deliveryId })).data
  expect(shown).toMatchObject({ type: 'webhook.test', state: 'waiting', tries: 1, status: 500 })
  expect(shown.log).toMatchObject([{ status: 500, answer: 'not now', problem: null }])
  expect(shown.nextAt).not.toBeNull()
  answer = 204
  clock.shift(60_000)
  await desk.run()
  await call(webhooks.resend, { webhookId, deliveryId })
  await desk.run()
  expect(new Set(receiver.heard.map(({ id }) => id))).toEqual(new Set([shown.sentAs]))
  for (const heard of receiver.heard) {
    expect([verifyHook(secret, heard, clock.now().getTime()), heard.body]).toEqual([true, shown.body])
  }
  const { rows } = (await call(webhooks.deliveries, { webhookId })).data
  expect(rows).toMatchObject([{ deliveryId, state: 'delivered', status: 204 }])
})

test('the log goes page by page and by state', async () => {
  const { call, resellerId } = await buildOwner()
  const { webhookId } = (await call(webhooks.add, wish)).data
  const events = Array.from({ length: 60 }, (_, n) => ({
    resellerId,
    type: 'order.paid' as const,
    object: `order:${n}`,
    data: { n },
  }))
  await desk.tell(...events)
  const first = (await call(webhooks.deliveries, { webhookId })).data
  const second = (await call(webhooks.deliveries, { webhookId, cursor: first.nextCursor! })).data
  expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([50, 10, null])
  expect([...first.rows, ...second.rows].map(({ object }) => object)).toEqual(
    events.map(({ object }) => object).toReversed(),
  )
  expect((await call(webhooks.deliveries, { webhookId, state: 'delivered' })).data.rows).toEqual([])
})

test('ten webhooks and no more, also at once; others’ are unknown; platform staff only look', async () => {
  const one = await buildOwner()
  const answers = await Promise.all(Array.from({ length: 13 }, () => one.call(webhooks.add, wish)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ code }) => code === 'webhook.max')).toHaveLength(3)
  const { webhookId } = answers.find(({ status }) => status === 200)!.data
  const other = await buildOwner()
  for (const answered of [
    await other.call(webhooks.rotate, { webhookId, hours: 0 }),
    await other.call(webhooks.remove, { webhookId }),
    await other.call(webhooks.deliveries, { webhookId }),
    await other.call(webhooks.test, { webhookId }),
  ])
    expect(answered.code).toBe('object.unknown')
  const operator = await buildStaff(made, { resellerId: null })
  const at = { reseller: one.resellerId }
  expect((await operator.call(webhooks.list, {}, at)).data.rows).toHaveLength(10)
  expect((await operator.call(webhooks.remove, { webhookId }, at)).code).toBe('staff.forbidden')
  expect((await operator.call(webhooks.list, {})).data.rows).toEqual([])
  // A hand-over ends them all.
  await inTx(desk.ctx(), (tx) => endHooks(tx, one.resellerId, 'operator:test'))
  expect((await one.call(webhooks.list, {})).data.rows).toEqual([])
})

test('what asks for the factor asks again after ten minutes; reading, testing and sending again do not', async () => {
  const { call } = await buildOwner()
  const { webhookId } = (await call(webhooks.add, wish)).data
  clock.shift(11 * 60_000)
  for (const refused of [
    await call(webhooks.add, wish),
    await call(webhooks.change, { webhookId, ...wish }),
    await call(webhooks.rotate, { webhookId, hours: 24 }),
    await call(webhooks.switch, { webhookId, on: false }),
    await call(webhooks.remove, { webhookId }),
  ])
    expect(refused.code).toBe('staff.step_up')
  expect((await call(webhooks.list, {})).status).toBe(200)
  expect((await call(webhooks.test, { webhookId })).status).toBe(200)
})

test('a new account is told in the transaction that makes it, by its number alone', async () => {
  const { call, resellerId } = await buildOwner()
  const { webhookId } = (await call(webhooks.add, { ...wish, events: ['user.registered', 'ticket.opened'] })).data
  await pointHere(webhookId)
  const account = { resellerId, userName: 'fisher-of-hooks', inviteCode: '', agreementVersion: null }
  const ctx = { ...desk.ctx(), language: 'zh-CN' as const }
  const userId = await createHashed(ctx, account, PASSWORD_HASH)
  await buildAccount(db, { resellerId })
  await desk.run()
  expect(receiver.heard.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { type: 'user.registered', data: { resellerId, userId, inviterId: null } },
  ])
  expect(receiver.heard[0]!.body).not.toContain('fisher')
})
