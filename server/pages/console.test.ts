import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { buildReseller } from '../test/build/factories.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeConsole, makeWebDir } from '../test/run/make-web-dir.ts'

const webDir = makeWebDir()
const { inject, db } = await makeApp({ PUBLIC_URL: 'https://office.example' }, { webDir })
const host = 'office.example'
const open = (url: string, headers: Record<string, string> = {}) => inject({ url, headers: { host, ...headers } })

const PREPARING = {
  'zh-CN': '控制台正在准备',
  'zh-TW': '控制台正在準備',
  en: 'The console is being prepared',
}

beforeAll(async () => {
  await buildReseller(db, { id: 260 })
  await db.kysely
    .insertInto('resellerDomains')
    .values({ host: 'own.example', resellerId: 260, verifiedAt: new Date() })
    .execute()
})
afterAll(() => rmSync(webDir, { recursive: true, force: true }))

test.each(['/console', '/console/', '/console/users', '/console/no/such?x=1', '/console/join'])(
  '%s serves the console’s shell and forbids search engines to keep it',
  async (url) => {
    const { statusCode, body, headers } = await open(url)
    expect([statusCode, headers['x-robots-tag'], headers['cache-control']]).toEqual([
      200,
      'noindex',
      'private, no-store',
    ])
    expect(body).toContain('data-page="console"')
  },
)

test('sends the full policy with this page’s nonce', async () => {
  const { body, headers } = await open('/console')
  const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
      "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
  expect(/nonce="([^"]+)"/.exec((await open('/console')).body)?.[1]).not.toBe(nonce)
})

test('redirects another host to PUBLIC_URL’s, with path and query', async () => {
  const { statusCode, headers } = await inject({ url: '/console/users?q=1', headers: { host: 'own.example' } })
  expect([statusCode, headers.location]).toEqual([307, 'https://office.example/console/users?q=1'])
})

test('uses the reader’s language and scheme, and no brand yet', async () => {
  const { body } = await open('/console', { cookie: 'lang=en; scheme=dark; app_key=yx_260' })
  expect(body).toContain('<html lang="en"')
  expect(body).toContain('data-scheme="dark"')
  expect(body).toContain('<title>Console</title>')
})

test('caches files for good, and answers a missing file or any method but a read with a real 404', async () => {
  expect((await open('/console/static/js/main-1.js')).headers['cache-control']).toContain('immutable')
  expect((await open('/console/static/scheme.js')).headers['cache-control']).toBe('public, max-age=3600')
  for (const url of ['/console/static/js/gone-1.js', '/console/static/']) {
    expect([url, (await open(url)).statusCode]).toEqual([url, 404])
  }
  const posted = await inject({ method: 'POST', url: '/console', headers: { host, origin: 'https://office.example' } })
  expect(posted.statusCode).toBe(404)
})

describe('while the portal is built and the console is not', () => {
  const consoleDir = path.join(webDir, 'console')
  const hashFile = path.join(consoleDir, '.build-hash')
  const states: [string, () => void][] = [
    ['there is nothing yet', () => rmSync(consoleDir, { recursive: true })],
    ['all is there but the last file', () => (makeConsole(consoleDir), rmSync(hashFile))],
    ['it is the one of the release before', () => (makeConsole(consoleDir), writeFileSync(hashFile, 'abd'))],
  ]

  test.each(states)('says so in three languages and loads again, since %s', async (_state, make) => {
    make()
    const { inject: ask } = await makeApp({ PUBLIC_URL: 'https://office.example' }, { webDir })
    const look = (url: string, headers = {}) => ask({ url, headers: { host, ...headers } })
    for (const [language, title] of Object.entries(PREPARING)) {
      const { statusCode, headers, body } = await look('/console/users', { 'accept-language': language })
      expect([statusCode, headers['refresh'], headers['cache-control']]).toEqual([503, '3', 'private, no-store'])
      expect(body).toContain(`<h1>${title}</h1>`)
      expect(body).not.toContain('data-page="console"')
    }
    expect((await look('/console/static/js/main-1.js')).statusCode).toBe(404)
    expect((await look('/login')).statusCode).toBe(200)
    makeConsole(consoleDir)
    expect((await look('/console/users')).body).toContain('data-page="console"')
    expect((await look('/console/static/js/main-1.js')).statusCode).toBe(200)
  })
})

test('leaves a path that only begins like /console to the portal', async () => {
  expect((await open('/consoles')).body).toContain('data-page="shell.zh-CN"')
})
