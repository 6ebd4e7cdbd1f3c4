import { afterEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { openLineDesk, type LineUser } from '../../test/build/line-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'

const made = await makeApp({ PUBLIC_URL: 'https://portal.example' })
const { call, db, inject } = made
const desk = openLineDesk(made)
afterEach(() => clock.reset())

const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
const META = 'ClashMetaForAndroid/2.11.14.Meta'
let asked = 0

async function buildUserWithLine() {
  const user = await desk.buildUser()
  await desk.install(user, await desk.buildNode())
  await desk.confirm(user)
  return user
}

async function makeCode({ token }: LineUser): Promise<{ id: number; path: string }> {
  const { status, text, data } = await call(api.lines.deviceCode, {}, { token })
  expect(status, text).toBe(200)
  const { pathname, search } = new URL(data.url)
  return { id: data.id, path: pathname + search }
}

function ask(method: 'GET' | 'HEAD' | 'POST', url: string, headers: Record<string, string> = {}) {
  asked += 1
  const form = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  return inject({
    method,
    url,
    remoteAddress: `198.51.${Math.floor(asked / 250)}.${(asked % 250) + 1}`,
    headers: { 'user-agent': ANDROID, accept: 'text/html', ...form, ...headers },
    ...(method === 'POST' ? { payload: '' } : {}),
  })
}

const begin = (path: string) => ask('POST', path)
const devicesOf = async ({ token }: LineUser) => (await call(api.lines.devices, {}, { token })).data.items

test('a code gives one device an address of its own, and its owner sees how far the device comes', async () => {
  const user = await buildUserWithLine()
  const own = (await call(api.lines.list, {}, user)).data.subscriptionUrl
  const { id, path } = await makeCode(user)
  expect(await devicesOf(user)).toMatchObject([{ id, stage: 'none', expiresAt: expect.any(String) }])
  // A scanner or a chat app looks first: that spends nothing.
  for (const method of ['HEAD', 'GET', 'GET'] as const) expect((await ask(method, path)).statusCode).toBe(200)
  const begun = await begin(path)
  expect(begun.statusCode).toBe(303)
  const address = String(begun.headers.location)
  expect(address).toMatch(/^\/sub\/[\w-]{43}\?app_key=yx_0$/)
  expect(own).not.toContain(address.slice(5, 48))
  expect(await devicesOf(user)).toMatchObject([{ id, stage: 'opened', expiresAt: null }])
  expect((await ask('GET', address)).body).toContain('clashmeta://install-config')
  expect(await devicesOf(user)).toMatchObject([{ stage: 'opened', system: 'android' }])
  const document = await ask('GET', address, { 'user-agent': META, accept: '*/*' })
  expect(document.headers).toHaveProperty('profile-title')
  expect(await devicesOf(user)).toMatchObject([{ stage: 'imported', client: 'Clash Meta' }])
})

const sentence = async (path: string) => {
  const [look, spend] = [await ask('GET', path), await begin(path)]
  expect([look.statusCode, spend.statusCode, spend.body.includes('<button')]).toEqual([403, 403, false])
  return /<section><p>([^<]*)/.exec(look.body)?.[1] ?? ''
}

test('used twice, late, after sign-out, taken back, of another brand, and unknown: a sentence each', async () => {
  const said: string[] = []
  const user = await buildUserWithLine()
  const used = await makeCode(user)
  await begin(used.path)
  said.push(await sentence(used.path))
  const late = await makeCode(user)
  clock.shift(limits.feedCodeMs + 1000)
  said.push(await sentence(late.path))
  clock.reset()
  const taken = await makeCode(user)
  expect((await call(api.lines.revokeDevice, { id: taken.id }, user)).status).toBe(200)
  said.push(await sentence(taken.path))
  const elsewhere = await makeCode(user)
  said.push(await sentence(elsewhere.path.replace('yx_0', 'yx_260')))
  expect((await ask('GET', elsewhere.path)).statusCode).toBe(200)
  await call(api.sessions.logout, {}, user)
  said.push(await sentence(elsewhere.path))
  said.push(await sentence('/sub/once/aaaaaaaaaaaaaaaaaaaaaa?app_key=yx_0'))
  expect(said).toEqual([
    '这个码已经用过了。请让给你的人重新生成一个。',
    '这个码过期了，它只有 15 分钟。请让给你的人重新生成一个。',
    '给你的人收回了这个码。还需要的话，请让他重新生成一个。',
    '这个码是另一家的，在这里不能用。',
    '给你的人退出登录了，码也就失效了。请让他登录后重新生成一个。',
    '码不对。请让给你的人重新生成一个。',
  ])
})

test('a form on another site spends nothing, and the page’s own button does', async () => {
  const { path } = await makeCode(await buildUserWithLine())
  const elsewhere = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://portal.example' },
  ]
  const host = 'portal.example'
  for (const headers of elsewhere) {
    const refused = await ask('POST', path, { host, ...headers })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'request.cross_site'])
  }
  // By `no-referrer` browsers would send the origin of the page's own form as null, too.
  expect((await ask('GET', path, { host })).body).toContain('<meta name="referrer" content="strict-origin"><form')
  const cookie = 'XSRF-TOKEN=of-the-portal'
  const own = await ask('POST', path, {
    host,
    cookie,
    origin: 'https://portal.example',
    'sec-fetch-site': 'same-origin',
  })
  expect(own.statusCode).toBe(303)
})

test('twenty who scan at once get one address', async () => {
  const user = await buildUserWithLine()
  const { path } = await makeCode(user)
  const answers = await Promise.all(Array.from({ length: 20 }, () => begin(path)))
  expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1)
})

test('an address that is taken back, or whose owner resets the feed, is dead; the own one lives', async () => {
  const user = await buildUserWithLine()
  const addressOf = async ({ path }: { path: string }) => String((await begin(path)).headers.location)
  const one = await makeCode(user)
  const first = await addressOf(one)
  const second = await addressOf(await makeCode(user))
  await call(api.lines.revokeDevice, { id: one.id }, user)
  expect([(await ask('GET', first)).statusCode, (await ask('GET', second)).statusCode]).toEqual([403, 200])
  const { subscriptionUrl } = (await call(api.lines.resetSub, {}, user)).data
  const own = new URL(subscriptionUrl)
  expect([(await ask('GET', second)).statusCode, (await ask('GET', own.pathname)).statusCode]).toEqual([403, 200])
  expect(await devicesOf(user)).toEqual([])
})

test('a device counts as one: the plan’s limit refuses another code, and a new code replaces an unused one', async () => {
  const user = await buildUserWithLine()
  for (let count = 0; count < 3; count += 1) await begin((await makeCode(user)).path)
  expect((await call(api.lines.deviceCode, {}, user)).code).toBe('line.device_limit')
  const [device] = await devicesOf(user)
  await call(api.lines.revokeDevice, { id: device!.id }, user)
  const [old, fresh] = [await makeCode(user), await makeCode(user)]
  expect([(await ask('GET', old.path)).statusCode, (await ask('GET', fresh.path)).statusCode]).toEqual([403, 200])
})

test('nobody sees or takes back another user’s device', async () => {
  const [user, other] = [await buildUserWithLine(), await buildUserWithLine()]
  const { id, path } = await makeCode(user)
  expect((await call(api.lines.revokeDevice, { id }, other)).code).toBe('object.unknown')
  expect(await devicesOf(other)).toEqual([])
  expect((await ask('GET', path)).statusCode).toBe(200)
})

test('neither code nor address is stored or logged in the open', async () => {
  const user = await buildUserWithLine()
  const { path } = await makeCode(user)
  const address = String((await begin(path)).headers.location)
  const code = /once\/([\w-]+)/.exec(path)![1]!
  const rows = await db.kysely.selectFrom('feedDevices').selectAll().where('accountId', '=', user.account.id).execute()
  const seen = JSON.stringify(rows) + made.logged.join()
  for (const secret of [code, address.slice(5, 48)]) expect(seen.includes(secret)).toBe(false)
})
