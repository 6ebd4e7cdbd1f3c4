import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { openLineDesk, type LineUser } from '../../test/build/line-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { makeWebDir } from '../../test/run/make-web-dir.ts'
import { getFeedUrl } from './load-link.ts'
import { addOldPath, removeOldPath } from './old-paths.ts'
import { keepOldTokens } from './old-tokens.ts'

const made = await makeApp({ PUBLIC_URL: 'https://portal.example' })
const { call, db, config, inject, logged } = made
const desk = openLineDesk(made)
const OPERATOR = 'operator'
const ctx = () => ({ db, config, now: new Date() })
let asked = 0

/** Uses a new address for each call, because the limit is by address. */
function fetchAt(url: string, headers: Record<string, string> = {}, remoteAddress?: string, at = inject) {
  asked += 1
  return at({
    url,
    headers,
    remoteAddress: remoteAddress ?? `198.51.${Math.floor(asked / 250)}.${(asked % 250) + 1}`,
  })
}

/** A user who brought the address of another panel. */
async function buildMoved(overrides: Parameters<typeof desk.buildUser>[0] = {}) {
  const user = await desk.buildUser({ lineLimit: 10, ...overrides })
  await desk.install(user, await desk.buildNode({ settings: { network: 'ws', path: '/p' } }))
  await desk.install(user, await desk.buildNode({ protocol: 'trojan' }))
  await desk.confirm(user)
  const token = randomBytes(16).toString('hex')
  const { resellerId, id: accountId } = user.account
  await keepOldTokens(db, resellerId, [{ accountId, token }])
  const { pathname } = new URL(await getFeedUrl({ db, config }, { resellerId, accountId }))
  return { user, token, path: pathname }
}

const setPaused = ({ account }: LineUser) =>
  db.kysely.updateTable('accounts').set({ pausedAt: new Date() }).where('id', '=', account.id).execute()

const AGENTS = [
  'clash-verge/v2.5.0',
  'FlClash/v0.8.96 clash-verge Platform/android',
  'ClashMetaForAndroid/2.11.9.Meta',
  'mihomo.party/v2.0.3 (clash.meta)',
  'Stash/3.0.0 Clash/1.9.0',
  'SFA/1.13.0 (1; sing-box 1.13.0; language zh_CN)',
  'HiddifyNext/4.1.2 (android) like ClashMeta v2ray sing-box',
  'v2rayNG/2.3.5',
  'v2rayN/7.24.8',
  'Shadowrocket/2070 CFNetwork/1494.0.7 Darwin/23.4.0',
  'Surge iOS/3367',
  'Loon/771 CFNetwork/1494.0.7',
  'Quantumult%20X/1.5.2',
  'Surfboard/2.24.8',
  'Happ/3.1.0',
  'curl/8.0',
]

test('every client gets what the own address gives it: document, type and headers', async () => {
  const { token, path } = await buildMoved()
  const own = path.split('/')[2]!
  const look = async (url: string, agent: string) => {
    const { statusCode, headers, body } = await fetchAt(url, { 'user-agent': agent })
    const { date: _date, 'x-request-id': _id, 'content-length': _length, etag: _etag, ...rest } = headers
    return { statusCode, headers: rest, body: body.replaceAll(token, own) }
  }
  for (const agent of AGENTS) {
    const wanted = await look(path, agent)
    expect(wanted.statusCode).toBe(200)
    for (const url of [`/api/v1/client/subscribe?token=${token}`, `/s/${token}`]) {
      expect([agent, url, await look(url, agent)]).toEqual([agent, url, wanted])
    }
  }
})

test.each(['clash', 'meta', 'stash', 'sing-box', 'surge', 'shadowrocket', 'quantumult', 'loon', 'general', 'v2rayng'])(
  'flag %s means what it means at the own address, wherever it stands',
  async (flag) => {
    const { token, path } = await buildMoved()
    const typeOf = async (url: string) => (await fetchAt(url, { 'user-agent': 'x' })).headers['content-type']
    const wanted = await typeOf(`${path}?flag=${flag}`)
    for (const url of [
      `/api/v1/client/subscribe?token=${token}&flag=${flag}`,
      `/api/v1/client/subscribe?flag=${flag}&token=${token}`,
      `/s/${token}?flag=${flag}`,
      `/s/${token}&flag=${flag}`,
      `/s/another?token=${token}&flag=${flag}`,
    ])
      expect([url, await typeOf(url)]).toEqual([url, wanted])
  },
)

test('a person is led to the page of the subscription', async () => {
  const { token } = await buildMoved()
  const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' }
  const led = await fetchAt(`/api/v1/client/subscribe?token=${token}`, headers)
  expect([led.statusCode, led.headers['cache-control']]).toEqual([302, 'no-store'])
  const target = new URL(String(led.headers.location))
  expect(target.origin).toBe('https://portal.example')
  const page = await fetchAt(target.pathname + target.search, headers)
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
})

test('a paused user reads the reason, as at the own address', async () => {
  const { user, token, path } = await buildMoved()
  await setPaused(user)
  const [own, old] = [await fetchAt(path), await fetchAt(`/s/${token}`)]
  expect(old.body).toBe(own.body)
  expect(Buffer.from(old.body, 'base64').toString()).toContain('127.0.0.1')
})

test('an unknown token gets the answer of unknown addresses, and counts for the same limit', async () => {
  const wanted = await fetchAt(`/sub/${'a'.repeat(43)}`)
  expect(wanted.statusCode).toBe(403)
  const bad = ['/api/v1/client/subscribe', '/s/', '/s/x', '/s/a/b', `/s/${'0'.repeat(32)}`]
  for (const url of [...bad, `/api/v1/client/subscribe?token=${'0'.repeat(32)}&flag=clash`]) {
    const { statusCode, body } = await fetchAt(url)
    expect([url, statusCode, body]).toEqual([url, 403, wanted.body])
  }
  const tries = Array.from({ length: limits.feedsPerClient }, () => fetchAt(bad[4]!, {}, '203.0.113.9'))
  await Promise.all(tries)
  expect((await fetchAt('/sub/x', {}, '203.0.113.9')).statusCode).toBe(429)
})

test('a browser that asks for no known token gets the shell, as at any other path; a client is refused as ever', async () => {
  const webDir = makeWebDir()
  const { secretKey, databaseUrl } = config
  const env = {
    PUBLIC_URL: 'https://portal.example',
    DATABASE_URL: databaseUrl!,
    SECRET_KEY: secretKey.toString(),
  }
  const pages = await makeApp(env, { webDir })
  const ask = (url: string, headers: Record<string, string>) => fetchAt(url, headers, undefined, pages.inject)
  const browser = { accept: 'text/html,*/*;q=0.8', 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' }
  const { user, token } = await buildMoved()
  await addOldPath(ctx(), { resellerId: user.account.resellerId, path: '/shown' }, OPERATOR)
  const shell = await ask('/no/such/page', browser)
  expect([shell.statusCode, shell.body]).toEqual([200, expect.stringContaining('data-page="shell.')])
  const unknown = '0'.repeat(32)
  for (const url of ['/s/', '/s/x', '/s/a/b', `/s/${unknown}`, `/s/${unknown}?flag=clash`, `/shown/${unknown}`]) {
    const { statusCode, headers, body } = await ask(url, browser)
    expect([url, statusCode, headers['content-type'], body]).toEqual([
      url,
      200,
      shell.headers['content-type'],
      shell.body,
    ])
    for (const client of [{}, { ...browser, 'user-agent': AGENTS[0]! }])
      expect([url, (await ask(url, client)).statusCode]).toEqual([url, 403])
  }
  expect((await ask(`/api/v1/client/subscribe?token=${unknown}`, browser)).statusCode, 'a call is no page').toBe(403)
  for (const url of [`/s/${token}`, `/shown/${token}`]) expect((await ask(url, browser)).statusCode).toBe(302)
  rmSync(webDir, { recursive: true })
})

test('a reset ends the old address with the own one, and only that user’s', async () => {
  const [moved, other] = [await buildMoved(), await buildMoved()]
  expect((await fetchAt(`/s/${moved.token}`)).statusCode).toBe(200)
  expect((await call(api.lines.resetSub, {}, { token: moved.user.token })).status).toBe(200)
  for (const url of [moved.path, `/s/${moved.token}`, `/api/v1/client/subscribe?token=${moved.token}`])
    expect((await fetchAt(url)).statusCode).toBe(403)
  expect((await fetchAt(`/s/${other.token}`)).statusCode).toBe(200)
  // A second import brings what the user has ended once more.
  const { resellerId, id: accountId } = moved.user.account
  await keepOldTokens(db, resellerId, [{ accountId, token: moved.token }])
  expect((await fetchAt(`/s/${moved.token}`)).statusCode).toBe(403)
})

test('paths of their own answer once they are named, and go when they are taken away', async () => {
  const { user, token, path } = await buildMoved()
  const { resellerId } = user.account
  const urls = [`/own.path/sub?token=${token}`, `/own.path/sub/${token}`, `/own.path/sub/${token}?flag=clash`]
  for (const url of urls) expect((await fetchAt(url)).statusCode).toBe(404)
  expect(await addOldPath(ctx(), { resellerId, path: '/own.path/sub/' }, OPERATOR)).toBe(true)
  expect(await addOldPath(ctx(), { resellerId, path: '/own.path/sub' }, OPERATOR)).toBe(false)
  for (const url of urls) expect([url, (await fetchAt(url)).statusCode]).toEqual([url, 200])
  expect((await fetchAt(urls[1]!)).body).toBe((await fetchAt(path)).body)
  expect((await fetchAt(`/own.path/sub/${'0'.repeat(32)}`)).statusCode).toBe(403)
  expect((await fetchAt('/own.path/other')).statusCode).toBe(404)
  expect(await removeOldPath(ctx(), { resellerId, path: '/own.path/sub' }, OPERATOR)).toBe(true)
  for (const url of urls) expect((await fetchAt(url)).statusCode).toBe(404)
})

test.each(['', 'mysub', '/', '/login', '/User/x', '/a b', '/a?b', '/../x', '//x', `/${'x'.repeat(100)}`])(
  'refuses "%s" as a path',
  async (path) => {
    await buildReseller(db)
    await expect(async () => addOldPath(ctx(), { resellerId: 0, path }, OPERATOR)).rejects.toMatchObject({
      code: 'request.invalid',
    })
  },
)

test('keeps the token out of the log and the database, under every path', async () => {
  const { user, token } = await buildMoved()
  await addOldPath(ctx(), { resellerId: user.account.resellerId, path: '/hidden' }, OPERATOR)
  for (const url of [`/s/${token}`, `/api/v1/client/subscribe?token=${token}`, `/hidden/${token}`, `/nowhere/${token}`])
    await fetchAt(url)
  expect(logged.join('\n')).not.toContain(token)
  const rows = await db.kysely.selectFrom('oldFeedTokens').selectAll().execute()
  expect(rows.map(({ tokenHash }) => tokenHash.toString('hex'))).not.toContain(token)
})

test('a token stays with the user who came with it first', async () => {
  const { token, path } = await buildMoved()
  const thief = await desk.buildUser()
  await keepOldTokens(db, thief.account.resellerId, [{ accountId: thief.account.id, token }])
  expect((await fetchAt(`/s/${token}`)).body).toBe((await fetchAt(path)).body)
})

test('concurrent first requests for a feed address get the same answer', async () => {
  for (let round = 0; round < 100; round += 1) {
    const { account } = await desk.buildUser()
    const owner = { resellerId: account.resellerId, accountId: account.id }
    const urls = await Promise.all(Array.from({ length: 6 }, () => getFeedUrl(ctx(), owner)))
    expect(new Set(urls).size).toBe(1)
  }
})
