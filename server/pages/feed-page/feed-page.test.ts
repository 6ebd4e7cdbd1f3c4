import { createHash, randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { limits } from '../../../contract/limits.ts'
import { isShort } from '../../../test/grid.ts'
import { formats } from '../../domains/feeds/formats.ts'
import { countTraffic } from '../../domains/traffic/count-traffic.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { openLineDesk, type LineUser } from '../../test/build/line-desk.ts'
import { userAgents } from '../../test/build/user-agents.ts'
import { makeApp } from '../../test/run/make-app.ts'

const made = await makeApp({ PUBLIC_URL: 'https://portal.example' })
const { call, db, config, inject } = made
const desk = openLineDesk(made)
afterEach(() => clock.reset())

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
let asked = 0
let built = 0

async function buildUserWithLine(overrides: Parameters<typeof desk.buildUser>[0] = {}) {
  const user = await desk.buildUser(overrides)
  const nodeId = await desk.buildNode({ name: `东京 ${(built += 1)}` })
  await desk.install(user, nodeId)
  await desk.confirm(user)
  const { data } = await call(api.lines.list, {}, { token: user.token })
  const { pathname, search } = new URL(data.subscriptionUrl)
  return { user, nodeId, path: pathname, address: pathname + search, line: data.lines[0]! }
}

/** Uses a new address for each call, because the limit is by address. */
function open(
  url: string,
  { agent = IPHONE, accept = HTML, method = 'GET' as 'GET' | 'HEAD', headers = {}, from = '' } = {},
) {
  asked += 1
  const remoteAddress = from || `198.51.${Math.floor(asked / 250)}.${(asked % 250) + 1}`
  return inject({ method, url, remoteAddress, headers: { 'user-agent': agent, accept, ...headers } })
}

const visitOf = ({ account }: LineUser) =>
  db.kysely.selectFrom('feedVisits').selectAll().where('accountId', '=', account.id).executeTakeFirst()
const isDocument = (answer: { headers: Record<string, unknown> }) => 'profile-title' in answer.headers

test('a browser gets a page: what is used and until when, how to import, and nothing else of the account', async () => {
  const { user, address, line } = await buildUserWithLine({ email: 'family@mail.example' })
  const page = await open(address)
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    vary: 'accept, user-agent',
  })
  expect(page.headers).not.toHaveProperty('set-cookie')
  expect(page.body).toContain('已用 0 Bytes，共 100 GB')
  expect(page.body).toContain('href="shadowrocket://add/sub://')
  expect(page.body).toContain('https://apps.apple.com/app/id932747118')
  const { userName } = await db.kysely
    .selectFrom('accounts')
    .select('userName')
    .where('id', '=', user.account.id)
    .executeTakeFirstOrThrow()
  const { credential, address: host } = line.connection!
  for (const hidden of [userName, 'family@mail', credential, host, line.id, '东京', '余额', '鱼币']) {
    expect(page.body.includes(hidden), hidden).toBe(false)
  }
})

test('the page runs only its own script, sends no form and is framed by nobody', async () => {
  const { address } = await buildUserWithLine()
  const { body, headers } = await open(address)
  const scripts = [...body.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text!)
  expect(scripts).toHaveLength(1)
  const hash = createHash('sha256').update(scripts[0]!).digest('base64')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'sha256-${hash}';`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'none'")
  expect(policy).not.toContain('unsafe')
})

test('the page is in the brand of its reseller, whatever brand the browser has open', async () => {
  const reseller = await buildReseller(db, { title: '<b>家 & 猫</b>' })
  const { address } = await buildUserWithLine({ resellerId: reseller.id })
  const { body } = await open(address, { headers: { cookie: 'app_key=yx_260' } })
  expect(body).toContain('&lt;b&gt;家 &amp; 猫&lt;/b&gt;')
  expect(body).not.toContain('海豚')
  expect(body).not.toContain('<b>家')
})

test('the reader can choose another system, and only a known one', async () => {
  const { address } = await buildUserWithLine()
  expect((await open(`${address}&system=android`)).body).toContain('href="clashmeta://install-config')
  const odd = await open(`${address}&system=%22%3E%3Cscript%3E`)
  expect([odd.statusCode, odd.body.includes('"><script>')]).toEqual([200, false])
  expect(odd.body).toContain('shadowrocket://')
})

test('the page lists the clients of its reseller, with the files that the server keeps and how to check them', async () => {
  const reseller = await buildReseller(db, { id: 7420 })
  const other = await buildUserWithLine()
  const { address } = await buildUserWithLine({ resellerId: reseller.id })
  const { call: operator } = await buildStaff(made, { resellerId: null, withTotp: true })
  const { call: shop } = await buildStaff(made, { resellerId: reseller.id, withTotp: true })
  const sha256 = createHash('sha256').update('an installer').digest()
  const file = await db.kysely
    .insertInto('clientFiles')
    .values({ name: 'whale-1.0.ipa', sizeBytes: 3 * 1024 * 1024, sha256, createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const own = {
    name: 'Whale',
    systems: ['ios' as const],
    format: 'mihomo',
    link: 'whale://add?u={url}',
    colour: '#0f766e',
  }
  const places = [{ system: 'ios' as const, fileId: file.id }]
  const { clients, shownClients } = consoleApi
  const saved = await operator(clients.save, {
    clientId: 'whale',
    own,
    resellerId: reseller.id,
    isHidden: false,
    places,
  })
  expect(saved.status, saved.text).toBe(200)
  const ids = (await operator(clients.list, {})).data.rows.map(({ clientId }) => clientId)
  await operator(clients.order, { clientIds: ['whale', ...ids.filter((id) => id !== 'whale')] })
  expect((await shop(shownClients.save, { hiddenIds: ['shadowrocket'] })).status).toBe(200)
  const { body } = await open(address)
  expect(body).toContain('href="whale://add?u=')
  expect(body).toContain(`href="https://portal.example/files/${sha256.toString('hex')}/whale-1.0.ipa`)
  expect(body).toContain(`3.00 MB · SHA-256 ${sha256.toString('hex')}`)
  expect(body).not.toContain('shadowrocket')
  const elsewhere = await open(other.address)
  expect([elsewhere.body.includes('whale'), elsewhere.body.includes('shadowrocket://')]).toEqual([false, true])
})

test('in a chat app the page leads to a browser instead of links that do nothing', async () => {
  const { address } = await buildUserWithLine()
  const { body } = await open(address, { agent: `${IPHONE} MicroMessenger/8.0.60` })
  expect([body.includes('在浏览器打开'), body.includes('shadowrocket://')]).toEqual([true, false])
})

test('without lines to use, the page says why and offers no import', async () => {
  const { user, address } = await buildUserWithLine()
  await db.kysely.updateTable('accounts').set({ pausedAt: clock.now() }).where('id', '=', user.account.id).execute()
  const { body } = await open(address)
  expect([body.includes('账号已暂停'), body.includes('shadowrocket://')]).toEqual([true, false])
  expect(body).toContain('<h1>现在还不能连</h1>')
  expect(body).toContain('href="/user?app_key=yx_0"')
})

test('one client stands out and the others are folded; without a button the page asks for none to be pressed', async () => {
  const { address } = await buildUserWithLine()
  const { body } = await open(address)
  const [before = '', folded = ''] = body.split('<summary>用别的客户端')
  expect(before).toContain('Shadowrocket')
  expect([before.includes('Stash'), folded.includes('stash://')]).toEqual([false, true])
  expect(body).toContain('点了没反应？')
  const router = (await open(`${address}&system=router`)).body
  expect([router.includes('点了没反应？'), router.includes('复制这个地址')]).toEqual([false, true])
})

test(`each of ${userAgents.length} clients gets its own document, even if it says that it reads pages`, async () => {
  const { address } = await buildUserWithLine()
  const browserLike = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 ClashMetaForAndroid/2.11'
  for (const [agent, format] of [...userAgents, [browserLike, 'mihomo'] as const]) {
    const asked = await open(address, { agent })
    const named = await open(`${address}&flag=${format}`, { accept: '*/*' })
    expect([agent, asked.headers['content-type']]).toEqual([agent, formats[format].contentType])
    expect([agent, asked.body]).toEqual([agent, named.body])
  }
})

test('thirty unknown agents get documents', async () => {
  const { address } = await buildUserWithLine()
  const agents = [
    '',
    'curl/8.5.0',
    'Wget/1.21',
    'okhttp/4.12.0',
    'Dart/3.4 (dart:io)',
    'Go-http-client/2.0',
    'axios/1.7',
  ]
  while (agents.length < 30) agents.push(`Unheard${agents.length}/1.${agents.length} (Device; OS ${agents.length})`)
  for (const [at, agent] of agents.entries()) {
    const accept = ['*/*', 'application/json, */*', '', 'text/plain'][at % 4]!
    expect([agent, isDocument(await open(address, { agent, accept }))]).toEqual([agent, true])
  }
})

test('an address with a flag is a document for everybody', async () => {
  const { address } = await buildUserWithLine()
  expect(isDocument(await open(`${address}&flag=meta`))).toBe(true)
})

test('HEAD has the headers of GET without a body, and nobody has opened anything', async () => {
  const { user, address } = await buildUserWithLine()
  const head = await open(address, { method: 'HEAD' })
  expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, 'text/html; charset=utf-8', ''])
  expect(await visitOf(user)).toBeUndefined()
  await open(address)
  expect(await visitOf(user)).toMatchObject({ openedOn: 'ios', fetchedAt: null })
  expect((await call(api.lines.connected, { within: 10 }, { token: user.token })).data).toMatchObject({
    stage: 'opened',
    system: 'ios',
  })
})

test('the page hears of the import and the first byte, and of no client, node or time', async () => {
  const { user, nodeId, path, address } = await buildUserWithLine()
  const stage = async () => (await open(`${path}?stage=20`, { accept: '*/*' })).json<object>()
  expect(await stage()).toEqual({ stage: 'none', seconds: null })
  await open(address)
  expect(await stage()).toEqual({ stage: 'opened', seconds: null })
  await open(address, { agent: 'ClashMetaForAndroid/2.11.14.Meta', accept: '*/*' })
  expect(await stage()).toEqual({ stage: 'imported', seconds: null })
  clock.shift(7_000)
  const [line] = await db.kysely.selectFrom('lines').select('number').where('accountId', '=', user.account.id).execute()
  const batch = { nodeId, batchId: randomUUID(), boot: 'b', seq: 1, seconds: 5, repeatSeconds: null }
  const ctx = { db, config, log: createLog('silent'), now: clock.now() }
  await countTraffic(ctx, { ...batch, items: [{ number: line!.number, up: 1, down: 1 }] })
  expect(await stage()).toEqual({ stage: 'connected', seconds: 7 })
})

// The limit is 600 calls, each with its queries.
if (!isShort) {
  test('nobody asks for the stage of a wrong address, nor without end', async () => {
    const { path } = await buildUserWithLine()
    expect((await open('/sub/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?stage=5')).statusCode).toBe(403)
    const from = '203.0.113.77'
    for (let at = 0; at < limits.feedStagesPerClient; at += 1) await open(`${path}?stage=5`, { from })
    expect((await open(`${path}?stage=5`, { from })).statusCode).toBe(429)
    expect((await open(path, { from })).statusCode).toBe(200)
  })
}
