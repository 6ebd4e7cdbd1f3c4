import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'

import { clock } from '../../platform/clock.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { makeWebDir } from '../../test/run/make-web-dir.ts'

const PATH = '/internal/domain-allowed'
// With the portal's pages, as in production: a page answered here would count as a yes.
const webDir = makeWebDir()
afterAll(() => rmSync(webDir, { recursive: true, force: true }))
const env = { PUBLIC_URL: 'https://portal.example.com', TRUST_PROXY: '10.7.0.0/24,192.0.2.8' }
const { app, db } = await makeApp(env, { webDir })

const { id: open } = await buildReseller(db, { id: 261 })
const { id: suspended } = await buildReseller(db, { id: 262, suspendedAt: clock.now() })
const add = (resellerId: number, host: string, isVerified: boolean) =>
  db.kysely
    .insertInto('resellerDomains')
    .values({ resellerId, host, createdAt: clock.now(), verifiedAt: isVerified ? clock.now() : null })
    .execute()
await add(open, 'fish.example.org', true)
await add(open, 'later.example.org', false)
await add(suspended, 'closed.example.org', true)

const ask = async (domain: string, from = '127.0.0.1', headers: Record<string, string> = {}) =>
  (await app.inject({ url: PATH, query: { domain }, remoteAddress: from, headers })).statusCode

test.each([
  ['portal.example.com', 200],
  ['fish.example.org', 200],
  ['FISH.example.org.', 200],
  ['later.example.org', 403],
  ['closed.example.org', 403],
  ['sub.fish.example.org', 403],
  ['stranger.example.net', 403],
  ['127.0.0.1', 403],
  ['', 403],
  ['fish.example.org/x', 403],
])('the proxy asks for %s and gets %d', async (domain, status) => {
  expect(await ask(domain)).toBe(status)
})

test('refuses a name given twice and a missing name', async () => {
  for (const url of [PATH, `${PATH}?domain=fish.example.org&domain=portal.example.com`])
    expect((await app.inject({ url })).statusCode).toBe(403)
})

test.each([
  ['127.0.0.1', {}, 200],
  ['::1', {}, 200],
  ['::ffff:127.0.0.1', {}, 200],
  ['10.7.0.9', {}, 200],
  ['192.0.2.8', {}, 200],
  ['10.8.0.9', {}, 404],
  ['203.0.113.5', {}, 404],
  // A visitor's question that the proxy passed on.
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 404],
  ['10.7.0.9', { 'x-forwarded-for': '203.0.113.5' }, 404],
  ['192.0.2.8', { via: '1.1 proxy' }, 404],
])('from %s with %j it answers %d', async (from, headers, status) => {
  expect(await ask('fish.example.org', from, headers)).toBe(status)
})

test('a stranger gets the same answer for a served name, another name and a missing path', async () => {
  const body = async (url: string) => {
    const answer = await app.inject({ url, remoteAddress: '203.0.113.5' })
    return { status: answer.statusCode, body: answer.body, type: answer.headers['content-type'] }
  }
  const nothing = await body('/internal/nothing')
  expect(nothing.status).toBe(404)
  expect(await body(`${PATH}?domain=fish.example.org`)).toEqual(nothing)
  expect(await body(`${PATH}?domain=stranger.example.net`)).toEqual(nothing)
})

test('a domain counts once it is verified, and not while its reseller is suspended', async () => {
  await db.pool.query(`update reseller_domains set verified_at = now() where host = 'later.example.org'`)
  await expect.poll(() => ask('later.example.org')).toBe(200)
  await db.pool.query(`update resellers set suspended_at = now() where id = $1`, [open])
  await expect.poll(() => ask('later.example.org')).toBe(403)
  await db.pool.query(`update resellers set suspended_at = null where id = $1`, [open])
  await expect.poll(() => ask('fish.example.org')).toBe(200)
})

test('refuses made-up names for a while, and never delays a served name', async () => {
  const statuses = new Set<number>()
  for (let at = 0; at < 310; at += 1) statuses.add(await ask(`a${at}.example.net`))
  expect([...statuses]).toEqual([403, 429])
  expect(await ask('fish.example.org')).toBe(200)
})
