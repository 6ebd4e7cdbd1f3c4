import { rmSync } from 'node:fs'
import { afterAll, afterEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { PROBE_PATH } from '../../../../contract/probe.ts'
import { clock } from '../../../platform/clock.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { type LineUser, openLineDesk } from '../../../test/build/line-desk.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { makeWebDir } from '../../../test/run/make-web-dir.ts'
import { PROBE_SCRIPT_HASH } from './probe-script.ts'

const webDir = makeWebDir()
const made = await makeApp({}, { webDir })
const { inject, call, db, logged } = made
const desk = openLineDesk(made)
afterAll(() => rmSync(webDir, { recursive: true, force: true }))
afterEach(() => clock.reset())

const TLS = { settings: { security: 'tls' } }
await buildReseller(db, { id: 3000 })
await buildReseller(db, { id: 3001 })
await desk.buildNode({ ...TLS, address: 'shared.nodes.example' })
await desk.buildNode({ ...TLS, address: 'own.nodes.example', port: 8443, resellerId: 3000 })
await desk.buildNode({ protocol: 'trojan', address: 'other.nodes.example', resellerId: 3001 })
await desk.buildNode({ ...TLS, address: 'resting.nodes.example', inMaintenance: true })
await desk.buildNode({ address: 'plain.nodes.example' })
// The database accepts this address, but no browser reads it as a host.
await desk.buildNode({ ...TLS, address: '1.2.3.4.5.0xa' })
const demo = await desk.buildNode({ ...TLS, address: 'made-up.nodes.example' })
await db.kysely.updateTable('nodes').set({ isDemo: true }).where('id', '=', demo).execute()
const ADDRESS = /nodes\.example|0xa/

const user = await desk.buildUser({ resellerId: 3000 })
const mint = async ({ token }: LineUser, audience: 'probe' | 'usage' | 'download' = 'probe') =>
  (await call(api.sessions.ticket, { audience }, { token })).data.ticket
const open = (ticket?: string) => inject({ url: PROBE_PATH, query: ticket === undefined ? {} : { ticket } })
const policyOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((rule): [string, string] => [rule.split(' ')[0]!, rule.split(' ').slice(1).join(' ')]),
  )

test('its policy allows only the nodes this user may install and one script', async () => {
  const { statusCode, headers, body } = await open(await mint(user))
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['private, no-store', 'no-referrer'])
  const { 'connect-src': connect, ...rest } = policyOf(headers)
  expect(connect!.split(' ').toSorted()).toEqual(['https://own.nodes.example:8443', 'https://shared.nodes.example'])
  expect(rest).toEqual({
    'default-src': "'none'",
    'script-src': `'${PROBE_SCRIPT_HASH}'`,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'self'",
    sandbox: 'allow-scripts',
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
  expect(body.match(/<script/g)).toHaveLength(1)
  const [, list = ''] = /data-urls="([^"]*)"/.exec(body)!
  const urls = JSON.parse(list.replaceAll('&quot;', '"')) as string[]
  const nodes = (await call(api.lines.nodes, {}, { token: user.token })).data
  const known = nodes.map(({ probeUrl }) => probeUrl)
  expect(urls.toSorted()).toEqual(['https://own.nodes.example:8443/', 'https://shared.nodes.example:443/'])
  for (const url of urls) expect(known).toContain(url)
})

test('where a reseller’s site frames the portal, it may frame this page too', async () => {
  const frameOrigins = ['https://shop.example']
  await buildReseller(db, { id: 3002, frameOrigins })
  const { headers } = await open(await mint(await desk.buildUser({ resellerId: 3002 })))
  expect(policyOf(headers)['frame-ancestors']).toBe("'self' https://shop.example")
})

test('shows another reseller’s user that reseller’s nodes', async () => {
  const { headers, body } = await open(await mint(await desk.buildUser({ resellerId: 3001 })))
  const origins = policyOf(headers)['connect-src']!.split(' ')
  expect(origins.toSorted()).toEqual(['https://other.nodes.example', 'https://shared.nodes.example'])
  expect(body).not.toContain('own.nodes.example')
})

test('accepts a ticket once, also in parallel; a HEAD request does not use it up', async () => {
  const ticket = await mint(user)
  expect((await inject({ method: 'HEAD', url: PROBE_PATH, query: { ticket } })).statusCode).toBe(404)
  const pages = await Promise.all([open(ticket), open(ticket), open(ticket)])
  expect(pages.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403, 403])
  expect(logged.join('')).not.toContain(ticket)
})

test('shows no node address without a good ticket, neither in the page nor in a header', async () => {
  const late = await mint(user)
  clock.shift(limits.ticketTtlMs)
  const ended = await desk.buildUser({ resellerId: 3000 })
  const ofEnded = await mint(ended)
  await call(api.sessions.logout, {}, { token: ended.token })
  const wrong = [undefined, '', 'tk1.x', late, ofEnded, await mint(user, 'usage'), await mint(user, 'download')]
  for (const ticket of wrong) {
    const { statusCode, headers, body } = await open(ticket)
    expect([ticket, statusCode, headers['cache-control']]).toEqual([ticket, 403, 'private, no-store'])
    expect(policyOf(headers)).toMatchObject({ 'default-src': "'none'", 'frame-ancestors': "'self'" })
    expect(policyOf(headers)).not.toHaveProperty('connect-src')
    expect(body).not.toMatch(/<script|data-urls/)
    expect(JSON.stringify(headers) + body).not.toMatch(ADDRESS)
  }
})

test('no public page names a node', async () => {
  for (const url of ['/login?app_key=yx_3000', '/user/line_install?app_key=yx_3000', '/hosted/help?app_key=yx_3000']) {
    const { statusCode, headers, body } = await inject({ url })
    expect([url, statusCode]).toEqual([url, 200])
    expect(JSON.stringify(headers) + body).not.toMatch(ADDRESS)
  }
})

test('allows no connection when there is no node to measure', async () => {
  await db.kysely.updateTable('nodes').set({ inMaintenance: true }).execute()
  const { statusCode, headers, body } = await open(await mint(user))
  expect([statusCode, policyOf(headers)['connect-src']]).toEqual([200, "'none'"])
  expect(body).not.toMatch(ADDRESS)
  await db.kysely.updateTable('nodes').set({ inMaintenance: false }).execute()
})
