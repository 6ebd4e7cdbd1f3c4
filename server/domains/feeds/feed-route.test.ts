import { afterEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { feedFormats, type FeedFormat } from '../../../contract/clients.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { makeEncryptionPair } from '../../test/build/encryption-pair.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { openLineDesk, type LineUser } from '../../test/build/line-desk.ts'
import { hasParsers, loadSurgio } from '../../test/look/foreign-parsers.ts'
import { readClash } from '../../test/look/parse-documents.ts'
import { parseLineUri } from '../../test/look/parse-uri.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { canRun } from '../../test/run/requires.ts'
import { formats } from './formats.ts'
import { getFeedUrl } from './load-link.ts'
import { texts } from './texts.ts'

const { call, db, config, app, inject, logged } = await makeApp({ PUBLIC_URL: 'https://portal.example' })
const desk = openLineDesk({ call, db, config, app, inject, logged })
const withParsers = canRun('parsers of other projects (scripts/parsers)', hasParsers)
afterEach(() => clock.reset())
let asked = 0

/** Uses a new address for each call, because the limit is by address. */
async function fetchSub(url: string, headers: Record<string, string> = {}, remoteAddress?: string) {
  asked += 1
  const { pathname, search } = new URL(url)
  return inject({
    url: `${pathname}${search}`,
    headers,
    remoteAddress: remoteAddress ?? `198.51.${Math.floor(asked / 250)}.${(asked % 250) + 1}`,
  })
}

const ownerOf = ({ account }: LineUser) => ({ resellerId: account.resellerId, accountId: account.id })
const urlOf = (user: LineUser) => getFeedUrl({ db, config }, ownerOf(user))
const namesOf = (text: string) =>
  Buffer.from(text, 'base64')
    .toString()
    .trimEnd()
    .split('\n')
    .map((uri) => decodeURIComponent(uri.split('#')[1] ?? ''))

async function buildUserWithLines(...nodes: Parameters<typeof desk.buildNode>[0][]) {
  const user = await desk.buildUser({ lineLimit: 10 })
  for (const node of nodes) expect((await desk.install(user, await desk.buildNode(node))).status).toBe(200)
  await desk.confirm(user)
  return { user, url: await urlOf(user) }
}

function setAccount(user: LineUser, values: { pausedAt?: Date; lockedAt?: Date; deletedAt?: Date; language?: 'en' }) {
  return db.kysely
    .updateTable('accounts')
    .set(values)
    .where('resellerId', '=', user.account.resellerId)
    .where('id', '=', user.account.id)
    .execute()
}

test('contains the lines with their credentials as the portal shows them', async () => {
  const { user, url } = await buildUserWithLines(
    { name: 'A', settings: { network: 'ws', path: '/p' } },
    { name: 'B', protocol: 'shadowsocks', port: 20_000, settings: { cipher: 'aes-256-gcm' } },
    { name: 'C', protocol: 'trojan', address: '2001:db8::5' },
    { name: 'D', settings: { addresses: 'd1.example,d2.example,d3.example', security: 'tls' } },
    { name: 'E', settings: { relayAddress: 'relay.example', relayPort: 8443 } },
  )
  const list = await call(api.lines.list, {}, { token: user.token })
  expect(list.data.subscriptionUrl).toBe(url)
  const response = await fetchSub(url)
  const uris = Buffer.from(response.body, 'base64').toString().trimEnd().split('\n')
  expect(uris.map((uri) => parseLineUri(uri).name)).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(uris).toEqual(list.data.lines.map((line) => line.connection?.uri))
  expect(list.data.lines[4]!.connection).toMatchObject({ address: 'relay.example', port: 8443 })
})

test.each(Object.keys(feedFormats) as FeedFormat[])(
  '%s has its content type and headers, and shows no forged host and no secret',
  async (flag) => {
    const { url } = await buildUserWithLines({ protocol: 'shadowsocks', settings: { cipher: 'aes-128-gcm' } })
    const joined = `${url}&flag=${flag}`
    const response = await fetchSub(joined, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe(formats[flag].contentType)
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'profile-update-interval': '24',
      'profile-title': `base64:${Buffer.from('鱼线用户中心').toString('base64')}`,
      'profile-web-page-url': 'https://portal.example/?app_key=yx_0',
      'support-url': 'https://portal.example/hosted/help?app_key=yx_0',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('鱼线用户中心')}${formats[flag].extension}`,
    })
    const plain = ['base64', 'xray', 'shadowrocket'].includes(flag)
      ? Buffer.from(response.body, 'base64').toString()
      : response.body
    const told = plain + JSON.stringify(response.headers)
    expect(told).not.toContain('evil')
    expect(told).not.toContain(config.secretKey.toString())
    expect(plain).toContain('example.net')
    expect(response.headers['announce']).toBeUndefined()
    if (['mihomo', 'stash', 'clash'].includes(flag)) expect(formats[flag].extension).toBe('')
    if (['surge', 'surfboard'].includes(flag)) {
      expect(plain.split('\n')[0]).toContain(`${url}&flag=${flag} interval=`)
    }
  },
)

test('gives traffic in bytes and the end in seconds, or 0 without an end', async () => {
  const { user, url } = await buildUserWithLines({})
  const expiresAt = new Date('2100-01-01T00:00:00.500Z')
  const set = (values: { usedBytes?: number; usedUpBytes?: number; expiresAt: Date | null; period?: 'once' }) =>
    db.kysely
      .updateTable('subscriptions')
      .set({ totalBytes: 3 * 1024 ** 4, ...values })
      .where('resellerId', '=', user.account.resellerId)
      .where('accountId', '=', user.account.id)
      .execute()
  await set({ usedBytes: 12_345, usedUpBytes: 345, expiresAt })
  const header = (await fetchSub(url)).headers['subscription-userinfo']
  expect(header).toBe('upload=345; download=12000; total=3298534883328; expire=4102444800')
  if (withParsers) {
    expect(loadSurgio().parseSubscriptionUserInfo(String(header))).toEqual({
      upload: 345,
      download: 12_000,
      total: 3_298_534_883_328,
      expire: 4_102_444_800,
    })
  }
  // The release before only sets back the used bytes.
  await set({ usedBytes: 100, expiresAt })
  expect((await fetchSub(url)).headers['subscription-userinfo']).toContain('upload=100; download=0;')
  await set({ expiresAt: null, period: 'once' })
  const forEver = await fetchSub(url)
  expect(forEver.headers['subscription-userinfo']).toMatch(/; expire=0$/)
  expect(namesOf(forEver.body)[0]).toMatch(/^Node/)
  expect((await fetchSub(`${url}&flag=shadowrocket`)).headers['subscription-userinfo']).toBeUndefined()
})

test('chooses the format by flag and user agent, no matter how the flag was joined', async () => {
  const { url } = await buildUserWithLines({ protocol: 'trojan' })
  const plainUrl = url.split('?')[0]
  for (const joined of [`${plainUrl}?flag=meta`, `${plainUrl}&flag=meta`, `${url}&flag=meta`, `${url}?flag=meta`]) {
    expect((await fetchSub(joined)).headers['content-type'], joined).toBe(formats.mihomo.contentType)
  }
  const stash = await fetchSub(url, { 'user-agent': 'Stash/3.0.0 Clash/1.9.0' })
  expect(stash.headers['content-type']).toBe(formats.stash.contentType)
})

test('gives the same answer to an unknown, old, mangled and missing token', async () => {
  const { user, url } = await buildUserWithLines({})
  expect((await fetchSub(url)).statusCode).toBe(200)
  const reset = await call(api.lines.resetSub, {}, { token: user.token })
  const bad = [
    url,
    reset.data.subscriptionUrl.replace('/sub/', '/sub/x'),
    `https://portal.example/sub/${'a'.repeat(43)}`,
    `https://portal.example/sub/${'a'.repeat(3000)}`,
    'https://portal.example/sub/',
    'https://portal.example/sub/x',
    'https://portal.example/sub/a/b/c',
  ]
  const answers = await Promise.all(bad.map((address) => fetchSub(address)))
  for (const [at, answer] of answers.entries()) {
    expect([bad[at], answer.statusCode]).toEqual([bad[at], 403])
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toBe(answers[0]?.body)
  }
  expect((await fetchSub(reset.data.subscriptionUrl)).statusCode).toBe(200)
  const english = await fetchSub(url, { 'accept-language': 'en' })
  expect(english.body).toMatch(/^This subscription address is not valid/)
})

test('keeps the token out of the log and the database', async () => {
  const { url } = await buildUserWithLines({})
  await fetchSub(url)
  const token = new URL(url).pathname.split('/')[2] ?? ''
  expect(token.length).toBeGreaterThan(40)
  expect(logged.join('\n')).not.toContain(token)
  const rows = await db.kysely.selectFrom('feedLinks').selectAll().execute()
  expect(rows.map((row) => row.tokenHash.toString('base64url'))).not.toContain(token)
})

/** When clients say that it ended. */
const endTold = ({ headers }: { headers: Record<string, unknown> }) =>
  Number(/expire=(\d+)$/.exec(String(headers['subscription-userinfo']))![1]) * 1000

describe('shows the reason instead of lines', () => {
  test('paused, in the language of the account', async () => {
    const { user, url } = await buildUserWithLines({})
    await setAccount(user, { pausedAt: clock.now() })
    const paused = await fetchSub(url)
    expect(namesOf(paused.body)).toEqual(['账号已暂停，请到用户中心恢复'])
    expect(paused.headers).toMatchObject({
      announce: `base64:${Buffer.from('账号已暂停，请到用户中心恢复').toString('base64')}`,
      'announce-url': 'https://portal.example/?app_key=yx_0',
    })
    await setAccount(user, { language: 'en' })
    const clash = readClash((await fetchSub(`${url}&flag=meta`)).body)
    expect(clash.names).toEqual(['Account paused - resume it in the user center'])
    expect(clash.proxies[0]).toMatchObject({ server: '127.0.0.1', port: 1 })
  })

  test('expired, as soon as the time is over', async () => {
    const { url } = await buildUserWithLines({})
    clock.shift(31 * DAY_MS)
    const expired = await fetchSub(url)
    expect(namesOf(expired.body)).toEqual(['套餐已到期，请到用户中心续费'])
    expect(endTold(expired)).toBeLessThan(clock.now().getTime())
  })

  test('out of traffic', async () => {
    const { user, url } = await buildUserWithLines({})
    const { resellerId, accountId } = ownerOf(user)
    await db.kysely
      .updateTable('subscriptions')
      .set((row) => ({ usedBytes: row.ref('totalBytes') }))
      .where('resellerId', '=', resellerId)
      .where('accountId', '=', accountId)
      .execute()
    expect(namesOf((await fetchSub(url)).body)).toEqual(['流量已用完，请到用户中心看怎么恢复'])
  })

  test('locked; a deleted account has no feed', async () => {
    const { user, url } = await buildUserWithLines({})
    const lockedAt = clock.now()
    await setAccount(user, { lockedAt })
    const locked = await fetchSub(url)
    expect(namesOf(locked.body)).toEqual(['账号已锁定，请到用户中心解锁'])
    expect(endTold(locked)).toBe(Math.floor(lockedAt.getTime() / 1000) * 1000)
    await setAccount(user, { deletedAt: clock.now() })
    expect((await fetchSub(url)).statusCode).toBe(403)
  })

  test('no line, or all of them in maintenance', async () => {
    const { url } = await buildUserWithLines()
    expect(namesOf((await fetchSub(url)).body)).toEqual(['还没有可用线路，请到用户中心安装'])
    const busy = await buildUserWithLines({ name: 'busy' })
    await db.kysely.updateTable('nodes').set({ inMaintenance: true }).where('name', '=', 'busy').execute()
    expect(namesOf((await fetchSub(busy.url)).body)).toEqual(['线路正在维护，请到用户中心免费换节点'])
  })
})

test('lists only active lines of open nodes', async () => {
  const names = ['Open', 'Waiting', 'Limited', 'Failed', 'Maintained', 'Gone', "Other's"] as const
  await buildReseller(db, { id: 78 })
  const { user, url } = await buildUserWithLines(...names.map((name) => ({ name })))
  const change = async (name: string, values: object) => {
    const node = await db.kysely.selectFrom('nodes').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    const lines = db.kysely.updateTable('lines').set(values).where('nodeId', '=', node.id)
    await lines.where('accountId', '=', user.account.id).where('resellerId', '=', user.account.resellerId).execute()
  }
  expect(namesOf((await fetchSub(url)).body)).toEqual(names.toSorted())
  await change('Waiting', { state: 'installing' })
  await change('Limited', { state: 'suspended', reason: 'limit' })
  await change('Failed', { state: 'failed' })
  await db.kysely.updateTable('nodes').set({ inMaintenance: true }).where('name', '=', 'Maintained').execute()
  await db.kysely.updateTable('nodes').set({ removedAt: clock.now() }).where('name', '=', 'Gone').execute()
  await db.kysely.updateTable('nodes').set({ resellerId: 78 }).where('name', '=', "Other's").execute()
  expect(namesOf((await fetchSub(url)).body)).toEqual(['Open'])
})

test('orders nodes by the speed mode', async () => {
  const { user, url } = await buildUserWithLines(
    { name: '1 dear', ratePercent: 300 },
    { name: '2 cheap', ratePercent: 50 },
    { name: '3 game', ratePercent: 100, suits: ['game'] },
  )
  const orders: Record<string, string[]> = {
    standard: ['1 dear', '2 cheap', '3 game'],
    game: ['3 game', '1 dear', '2 cheap'],
    video: ['1 dear', '2 cheap', '3 game'],
    saver: ['2 cheap', '3 game', '1 dear'],
  }
  for (const [mode, order] of Object.entries(orders)) {
    await db.kysely
      .updateTable('accounts')
      .set({ speedMode: mode as 'game' })
      .where('id', '=', user.account.id)
      .execute()
    expect(namesOf((await fetchSub(url)).body), mode).toEqual(order)
  }
})

test("puts a reseller's own domain and title into its users' documents", async () => {
  await buildReseller(db, { id: 77, title: "Bob's (best) * lines" })
  await db.kysely
    .insertInto('resellerDomains')
    .values({ resellerId: 77, host: 'bob.example', isMain: true, verifiedAt: clock.now() })
    .execute()
  const user = await desk.buildUser({ resellerId: 77 })
  await desk.install(user, await desk.buildNode({ protocol: 'trojan' }))
  await desk.confirm(user)
  const url = await urlOf(user)
  expect(url).toMatch(/^https:\/\/bob\.example\/sub\/[\w-]{43}$/)
  const response = await fetchSub(`${url}?flag=surge`)
  expect(response.body.split('\n')[0]).toContain(`${url}?flag=surge `)
  expect(response.headers['profile-web-page-url']).toBe('https://bob.example/')
  expect(response.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''Bob%27s%20%28best%29%20%2A%20lines.conf",
  )
})

test.each([
  ['one address', () => '203.0.113.200'],
  ['one IPv6 network', (count: number) => `2001:db8:0:1::${count + 1}`],
])('refuses too many requests from %s for a while', async (_, addressOf) => {
  const { url } = await buildUserWithLines()
  for (let count = 0; count < limits.feedsPerClient; count += 1) {
    expect((await fetchSub(url, {}, addressOf(count))).statusCode).toBe(200)
  }
  const refused = await fetchSub(url, {}, addressOf(limits.feedsPerClient))
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await fetchSub(url)).statusCode).toBe(200)
})

test('gives the same address to concurrent first requests', async () => {
  const user = await desk.buildUser()
  const urls = await Promise.all(Array.from({ length: 6 }, () => urlOf(user)))
  expect(new Set(urls).size).toBe(1)
  expect((await fetchSub(urls[0] ?? '')).statusCode).toBe(200)
})

test('clients that read a format with an engine of their own get no line that it cannot carry', async () => {
  const { encryption } = makeEncryptionPair()
  const { url } = await buildUserWithLines(
    { name: 'S1', settings: { encryption } },
    { name: 'S2', protocol: 'trojan' },
    { name: 'S3', settings: { network: 'xhttp', path: '/x' } },
    { name: 'S4', settings: { network: 'httpupgrade', path: '/x' } },
    { name: 'S5', protocol: 'trojan', settings: { network: 'grpc', serviceName: 'x' } },
  )
  const namesFor = async (agent: string, flag = '') =>
    readClash((await fetchSub(`${url}${flag}`, { 'user-agent': agent })).body).names
  const all = ['S1', 'S2', 'S3', 'S4', 'S5']
  expect(await namesFor('clash-verge/v2.5.0')).toEqual(all)
  expect(await namesFor('NekoBox/Android/1.4.2 (Prefer ClashMeta Format)')).toEqual(['S2', 'S4', 'S5'])
  expect(await namesFor('Throne/1.0', '&flag=mihomo')).toEqual(['S2', 'S4', 'S5'])
  expect(await namesFor('Egern/2.1')).toEqual(['S2'])
  // What is kept of one client is not another's.
  expect(await namesFor('mihomo/1.19.25')).toEqual(all)
})

test('a feed carries the headers of its own reseller, and no other one', async () => {
  const { user, url } = await buildUserWithLines({})
  await buildReseller(db, { id: 4410 })
  const other = await desk.buildUser({ resellerId: 4410 })
  const set = (resellerId: number, ...feedHeaders: string[]) =>
    db.kysely.updateTable('resellers').set({ feedHeaders }).where('id', '=', resellerId).execute()
  const routing = Buffer.from('{"name":"规则"}').toString('base64')
  await set(user.account.resellerId, `routing: ${routing}`, 'announce: 周末维护', 'x-shop: 7')
  const given = (await fetchSub(url, { 'user-agent': 'Happ/3.1' })).headers
  expect(given).toMatchObject({ routing, 'x-shop': '7', 'profile-update-interval': '24' })
  expect(given['announce']).toBe(`base64:${Buffer.from('周末维护').toString('base64')}`)
  const theirs = (await fetchSub(await urlOf(other))).headers
  expect([theirs['routing'], theirs['x-shop']]).toEqual([undefined, undefined])
  // Why there are no lines comes before what the reseller says.
  await setAccount(user, { pausedAt: clock.now() })
  const paused = (await fetchSub(url)).headers
  expect(paused['announce']).toBe(`base64:${Buffer.from(texts['zh-CN'].reasons.paused).toString('base64')}`)
  expect(paused['x-shop']).toBe('7')
  // What came into the database some other way is left out.
  await set(
    user.account.resellerId,
    'set-cookie: a=b',
    'profile-title: x',
    'content-type: text/html',
    'x-shop: a\r\nb: c',
  )
  const odd = await fetchSub(`${url}&flag=mihomo`)
  expect(odd.headers['set-cookie']).toBeUndefined()
  expect(odd.headers['x-shop']).toBeUndefined()
  expect(odd.headers['content-type']).toBe(formats.mihomo.contentType)
  expect(odd.headers['profile-title']).toMatch(/^base64:/)
  // People see a page, which does not have it.
  await set(user.account.resellerId, 'x-shop: 7')
  const page = await fetchSub(url, { accept: 'text/html', 'user-agent': 'Mozilla/5.0' })
  expect([page.headers['x-shop'], page.headers['content-type']]).toEqual([undefined, expect.stringContaining('html')])
  await set(user.account.resellerId)
})
