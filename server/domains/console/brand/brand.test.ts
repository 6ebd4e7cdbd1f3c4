import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { openNameServer } from '../../../test/outside/name-server.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { makeWebDir } from '../../../test/run/make-web-dir.ts'

const names = await openNameServer()
const webDir = makeWebDir()
afterAll(() => rmSync(webDir, { recursive: true, force: true }))
const app = await makeApp({ PUBLIC_URL: 'https://portal.example', DNS_SERVERS: names.address }, { webDir })
const { db, call } = app
const { brand } = consoleApi
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const lastAudit = (resellerId: number) =>
  db.kysely
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('resellerId', '=', resellerId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('a save without any field is refused', async () => {
  const { call: ask } = await buildStaff(app, { resellerId: 6500, withTotp: true })
  expect((await ask(brand.save, {})).code).toBe('request.invalid')
})

test('users see what was saved, and the log has before and after', async () => {
  const resellerId = 6501
  const { call: ask } = await buildStaff(app, { resellerId, withTotp: true })
  const first = (await ask(brand.show, {})).data
  expect(first.own).toMatchObject({ title: null, icon: null, frameOrigins: [] })
  expect(first.links.register).toBe('https://portal.example/reg?app_key=yx_6501')
  const settings = { title: '蓝鲸加速', icon: PIXEL, accent: '#be185d', senderName: '蓝鲸', kfUrl: 'https://t.me/blue' }
  expect((await ask(brand.save, settings)).status).toBe(200)
  const seen = (await call(api.resellers.config, { daili_id: resellerId })).data
  expect(seen).toMatchObject({ title: '蓝鲸加速', icon: PIXEL, accent: '#be185d', kf_url: 'https://t.me/blue' })
  expect(await lastAudit(resellerId)).toMatchObject({
    action: 'reseller.brand_changed',
    before: { title: null, accent: null },
    after: { title: '蓝鲸加速', icon: PIXEL.length },
  })
  const pageOf = async (key: number) => (await app.inject({ url: `/login?app_key=yx_${key}` })).body
  expect(await pageOf(resellerId)).not.toContain('hidesFlags')
  expect((await ask(brand.save, { hidesFlags: true })).status).toBe(200)
  expect([(await pageOf(resellerId)).includes('"hidesFlags":true'), (await pageOf(0)).includes('hidesFlags')]).toEqual([
    true,
    false,
  ])
  expect((await ask(brand.save, { hidesFlags: false })).status).toBe(200)
  expect((await ask(brand.show, {})).data.own.hidesFlags).toBe(false)
  const wrong = await ask(brand.save, { title: '鱼线官方', accent: '#000000' })
  expect([wrong.status, (await ask(brand.show, {})).data.own.accent]).toEqual([400, '#be185d'])
  const fake = `data:image/png;base64,${Buffer.from('<svg onload=alert(1)>'.repeat(4)).toString('base64')}`
  expect((await ask(brand.save, { icon: fake })).status).toBe(400)
})

test('a reseller’s own terms and help appear on its pages without unsafe markup, in the reader’s language', async () => {
  const resellerId = 6509
  const { call: ask } = await buildStaff(app, { resellerId, withTotp: true })
  const open = async (page: string, language = 'zh-CN') => {
    const { body } = await app.inject({ url: `/hosted/${page}?app_key=yx_${resellerId}&lang=${language}` })
    return body.replace(/nonce="[^"]*"/, '')
  }
  const builtIn = await open('help')
  const text = '# 退款\n\n**七天**内 <script>alert(1)</script> [官网](https://x.example) [坏](javascript:alert(1))'
  expect(
    (await ask(brand.save, { agreement: { 'zh-CN': text, en: 'Seven days.' }, help: { 'zh-CN': '找我' } })).status,
  ).toBe(200)
  const terms = await open('agreement')
  expect(terms).toContain('<h3>退款</h3><p><strong>七天</strong>内 &lt;script&gt;')
  expect(terms).toContain('<a href="https://x.example/" target="_blank" rel="noopener nofollow">官网</a>')
  expect(terms).not.toMatch(/<script|href="javascript/)
  expect(terms).toContain('<section id="privacy">')
  expect(terms).not.toContain('合法使用')
  expect(await open('agreement', 'en')).toContain('<p>Seven days.</p>')
  expect(await open('agreement', 'zh-TW')).toContain('<h3>退款</h3>')
  expect(await open('help')).toMatch(/id="contact".*<p>找我<\/p>/s)
  expect((await ask(brand.show, {})).data.own.agreement).toEqual({ 'zh-CN': text, en: 'Seven days.' })
  expect((await lastAudit(resellerId)).after).toEqual({ agreement: `zh-CN ${text.length}, en 11`, help: 'zh-CN 2' })
  expect((await ask(brand.previewText, { body: text })).data.blocks[0]).toMatchObject({ kind: 'heading' })
  expect((await ask(brand.save, { help: null })).status).toBe(200)
  expect(await open('help')).toBe(builtIn)
})

test('headers of subscriptions are saved, named in the log by their length, and refused with the reason', async () => {
  const { call: ask } = await buildStaff(app, { resellerId: 6511, withTotp: true })
  const other = await buildStaff(app, { resellerId: 6512, withTotp: true })
  const own = async () => (await ask(brand.show, {})).data.own.feedHeaders
  expect(await own()).toEqual([])
  const feedHeaders = ['routing: eyJhIjoxfQ==', 'announce: 周末维护']
  expect((await ask(brand.save, { feedHeaders })).status).toBe(200)
  expect(await own()).toEqual(feedHeaders)
  expect(await lastAudit(6511)).toMatchObject({
    action: 'reseller.brand_changed',
    before: { feedHeaders: '' },
    after: { feedHeaders: 'routing 12, announce 4' },
  })
  expect((await other.call(brand.show, {})).data.own.feedHeaders).toEqual([])
  const wrong = await ask(brand.save, { feedHeaders: ['set-cookie: a=b'], title: '海豚' })
  expect(wrong.status).toBe(400)
  expect((wrong.data as unknown as { fields: object }).fields).toEqual({
    feedHeaders: 'set-cookie is not for clients, and cannot be set',
  })
  expect((await ask(brand.save, { feedHeaders: Array(11).fill('x-a: 1') as string[] })).status).toBe(400)
  expect([await own(), (await ask(brand.show, {})).data.own.title]).toEqual([feedHeaders, null])
  expect((await ask(brand.save, { feedHeaders: [] })).status).toBe(200)
  expect(await own()).toEqual([])
})

test.each([
  ['without the first language', { en: 'x' }],
  ['empty', { 'zh-CN': ' ' }],
  ['too long', { 'zh-CN': 'x'.repeat(6001) }],
  ['with letters that nobody sees', { 'zh-CN': 'a\u202Eb' }],
  ['with a zero byte', { 'zh-CN': 'a\0b' }],
])('a text %s is refused, and the longest allowed text stays', async (_name, agreement) => {
  const { call: ask } = await buildStaff(app, { resellerId: 6510, withTotp: true })
  const longest = { 'zh-CN': '鱼'.repeat(6000), 'zh-TW': '魚'.repeat(6000), en: '鱼'.repeat(6000) }
  expect((await ask(brand.save, { agreement: longest })).status).toBe(200)
  const { status, data } = await ask(brand.save, { agreement: agreement as never })
  expect([status, Object.keys((data as unknown as { fields: object }).fields)[0]]).toEqual([
    400,
    expect.stringMatching(/^agreement/),
  ])
  expect((await ask(brand.show, {})).data.own.agreement).toEqual(longest)
})

test('a domain is verified by its DNS record, and then links point to it', async () => {
  const resellerId = 6502
  const { call: ask } = await buildStaff(app, { resellerId, withTotp: true })
  const host = 'line.whale.example'
  const check = async () => (await ask(brand.checkDomain, { host })).data.found
  expect((await ask(brand.addDomain, { host: 'Line.Whale.example' })).data.host).toBe(host)
  const { record } = (await ask(brand.show, {})).data.domains[0]!
  expect(await check()).toBe('absent')
  names.records.set(record.name, ['yuxian=another'])
  expect(await check()).toBe('other')
  expect((await ask(brand.makeMain, { host })).code).toBe('object.unknown')
  names.records.set(record.name, [record.value])
  names.addresses.set(host, ['10.0.0.7'])
  expect(await check()).toBe('inside')
  names.addresses.set(host, ['1.1.1.1'])
  expect(await check()).toBe('verified')
  // It leads to a foreign machine, which is not dialled.
  names.addresses.set('portal.example', ['203.0.113.5'])
  expect((await ask(brand.checkDomain, { host })).data).toEqual({ found: 'verified', points: false, hasHttps: null })
  expect((await ask(brand.makeMain, { host })).status).toBe(200)
  expect((await ask(brand.show, {})).data.links.register).toBe(`https://${host}/reg`)
  expect((await lastAudit(resellerId)).after).toEqual({ host })
})

test.each(['portal.example', 'a.portal.example', 'box.local', 'db.internal', '127.0.0.1', 'localhost', 'x.home.arpa'])(
  '%s cannot be anybody’s domain',
  async (host) => {
    const { call: ask } = await buildStaff(app, { resellerId: 6503, withTotp: true })
    expect((await ask(brand.addDomain, { host })).status).toBe(400)
    expect((await ask(brand.show, {})).data.domains).toEqual([])
  },
)

test("another reseller's domain looks like an unknown one, and an unproved name blocks nobody else", async () => {
  const owner = await buildStaff(app, { resellerId: 6504, withTotp: true })
  const other = await buildStaff(app, { resellerId: 6505, withTotp: true })
  const host = 'shop.heron.example'
  await owner.call(brand.addDomain, { host })
  for (const route of [brand.checkDomain, brand.makeMain, brand.removeDomain]) {
    const answers = [await other.call(route, { host }), await other.call(route, { host: 'none.heron.example' })]
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [422, 'object.unknown'],
      [422, 'object.unknown'],
    ])
    expect(answers[0]!.text.replace(/"reqId":"[^"]*"/, '')).toBe(answers[1]!.text.replace(/"reqId":"[^"]*"/, ''))
  }
  expect((await other.call(brand.save, { kfUrl: `https://${host}/help` })).status).toBe(200)
  expect((await other.call(brand.addDomain, { host })).status).toBe(200)
  const { record } = (await other.call(brand.show, {})).data.domains[0]!
  names.records.set(record.name, [record.value])
  expect((await other.call(brand.checkDomain, { host })).data.found).toBe('verified')
  expect((await owner.call(brand.addDomain, { host })).code).toBe('domain.taken')
})

test('only staff who may write the brand can open it, and a suspended reseller cannot change it', async () => {
  const resellerId = 6506
  for (const role of ['support', 'finance', 'viewer'] as const) {
    const { call: ask } = await buildStaff(app, { resellerId, role, withTotp: true })
    expect((await ask(brand.show, {})).code).toBe('staff.forbidden')
    expect((await ask(brand.save, { title: 'x' })).code).toBe('staff.forbidden')
  }
  const { call: ask } = await buildStaff(app, { resellerId, withTotp: true })
  await db.kysely.updateTable('resellers').set({ suspendedAt: new Date() }).where('id', '=', resellerId).execute()
  expect((await ask(brand.save, { title: 'x' })).code).toBe('reseller.suspended')
  expect((await ask(brand.show, {})).status).toBe(200)
})

test('a test mail goes only to the member’s own address', async () => {
  const resellerId = 6507
  const without = await buildStaff(app, { resellerId, withTotp: true })
  expect((await without.call(brand.testMail, {})).code).toBe('email.not_bound')
  const { call: ask } = await buildStaff(app, { resellerId, email: 'me@whale.example', withTotp: true })
  expect((await ask(brand.testMail, {})).data).toEqual({ to: 'me@whale.example' })
  const mails = await db.kysely.selectFrom('mails').select(['toAddress', 'template', 'resellerId']).execute()
  expect(mails).toEqual([{ toAddress: 'me@whale.example', template: 'staff_brand_test', resellerId }])
})
