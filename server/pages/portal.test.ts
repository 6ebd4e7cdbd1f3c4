import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { NEUTRAL_ICON } from '../../contract/brand.ts'
import { FISH_ICON } from '../../contract/default-brand.ts'
import { MONITOR_STREAM_PATH } from '../../contract/monitor.ts'
import type { PageStart } from '../../contract/page.ts'
import { buildMonitor } from '../test/build/build-monitor.ts'
import { buildReseller } from '../test/build/factories.ts'
import { statementsOf } from '../test/look/statements.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeWebDir } from '../test/run/make-web-dir.ts'
import { waitUntil } from '../test/run/wait-until.ts'

const webDir = makeWebDir()
const { app, inject, db, config } = await makeApp({ BUSINESS_TZ: 'America/New_York' }, { webDir })

beforeAll(async () => {
  for (const id of [0, 260, 7]) await buildReseller(db, { id })
  await buildReseller(db, {
    id: 1000,
    title: '</title><script>alert(1)</script> $& "云"',
    kfUrl: 'https://help.example/x',
  })
  await db.kysely
    .insertInto('resellerDomains')
    .values({ host: 'own.example', resellerId: 260, verifiedAt: new Date() })
    .execute()
})
afterAll(() => rmSync(webDir, { recursive: true, force: true }))

const brands: [appKey: string | null, title: string, icon: string, balanceName: string][] = [
  ['yx_0', '鱼线用户中心', FISH_ICON, '鱼币'],
  ['yx_260', '海豚加速用户中心', 'data:image/svg+xml,', '余额'],
  ['yx_260_n', '海豚加速用户中心', 'data:image/svg+xml,', '余额'],
  ['yx_7', '用户中心', NEUTRAL_ICON, '余额'],
  ['yx_4321', '用户中心', NEUTRAL_ICON, '余额'],
  ['yx_abc', '鱼线用户中心', FISH_ICON, '鱼币'],
  ['yx_', '鱼线用户中心', FISH_ICON, '鱼币'],
  [null, '鱼线用户中心', FISH_ICON, '鱼币'],
]

test.each(brands)(
  'app key %s puts title, icon and balance label into the HTML',
  async (appKey, title, icon, balanceName) => {
    const { body, headers } = await inject(`/login${appKey === null ? '' : `?app_key=${appKey}`}`)
    expect(body).toContain(`<title>${title}</title>`)
    expect(body).toContain(`href="${icon}`)
    expect(startOf(body).brand).toMatchObject({ title, balanceName })
    expect(headers['cache-control']).toBe('private, no-store')
  },
)

test('pages query no database while no brand changes, and show a change at once', async () => {
  const ask = () =>
    statementsOf(() => Promise.all(['/login?app_key=yx_7', '/user', '/manifest.webmanifest'].map(inject)))
  await waitUntil(async () => (await ask()).statements.length === 0, 'brands and hosts are held')
  expect((await ask()).result.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  await db.kysely.updateTable('resellers').set({ title: 'Renamed' }).where('id', '=', 7).execute()
  expect((await inject('/login?app_key=yx_7')).body).toContain('<title>Renamed</title>')
  await db.kysely.updateTable('resellers').set({ title: null }).where('id', '=', 7).execute()
  expect((await inject('/login?app_key=yx_7')).body).not.toContain('Renamed')
})

test('each brand’s policy allows exactly the style in its page', async () => {
  const hashes = await Promise.all(
    ['yx_0', 'yx_260'].map(async (appKey) => {
      const { body, headers } = await inject(`/login?app_key=${appKey}`)
      const [, css] = /<style>([^]*)<\/style>/.exec(body)!
      expect(css).toContain('--brand-fill')
      const hash = createHash('sha256').update(css!).digest('base64')
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
      return hash
    }),
  )
  expect(new Set(hashes).size).toBe(2)
})

test('the service worker is a script of its own policy, asked for again each time', async () => {
  const { statusCode, headers, body } = await inject('/sw.js')
  expect([statusCode, body]).toEqual([200, '/* the worker */'])
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  })
})

test('a page knows the business’s time zone', async () => {
  expect(startOf((await inject('/login')).body).timeZone).toBe('America/New_York')
})

test('the cookie brands a page without a key, and the query wins over it', async () => {
  const headers = { cookie: 'app_key=yx_260_n' }
  expect((await inject({ url: '/user', headers })).body).toContain('<title>海豚加速用户中心</title>')
  expect((await inject({ url: '/login?app_key=yx_7', headers })).body).toContain('<title>用户中心</title>')
})

test('a reseller domain brands a page, an unknown host gets key 0', async () => {
  expect((await inject({ url: '/login', headers: { host: 'own.example' } })).body).toContain('海豚加速用户中心')
  expect((await inject({ url: '/login', headers: { host: 'other.example' } })).body).toContain('鱼线用户中心')
})

test('a hostile title stays text, in HTML and in JSON', async () => {
  const { body } = await inject('/login?app_key=yx_1000')
  expect(body).not.toContain('<script>alert')
  expect(startOf(body).brand.title).toBe('</title><script>alert(1)</script> $& "云"')
})

test('the policy names the origins of this reseller only, and is never loosened', async () => {
  const { headers } = await inject('/login?app_key=yx_1000')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("frame-src 'self' https://help.example;")
  expect(policy).not.toContain('unsafe')
  for (const rule of ["default-src 'none'", "connect-src 'self'", "object-src 'none'", "base-uri 'none'"]) {
    expect(policy).toContain(`${rule};`)
  }
  // Lets the page name its service worker, and nothing else.
  expect(policy).toContain('trusted-types worker')
})

test.each([
  'https://*/',
  'https://*.example/',
  'https://a.example;sandbox',
  'https://a.example,b',
  'https://u:p@a.example/',
])('an invalid stored address, %s, does not reach the policy', async (kfUrl) => {
  await buildReseller(db, { id: 1001, kfUrl })
  const { headers } = await inject('/login?app_key=yx_1001')
  expect(headers['content-security-policy']).toContain("frame-src 'self';")
})

const ancestorsOf = (headers: Record<string, unknown>) =>
  /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]

test('only a reseller’s own sites may frame its pages', async () => {
  await buildReseller(db, { id: 1002, frameOrigins: ['https://shop.example', 'https://app.shop.example:8443'] })
  await db.kysely
    .insertInto('resellerDomains')
    .values([
      { host: 'proven.example', resellerId: 1002, verifiedAt: new Date() },
      { host: 'unproven.example', resellerId: 1002 },
    ])
    .execute()
  for (const page of ['/login', '/user/line_list', '/hosted/help', '/hosted/usage']) {
    const { headers } = await inject(`${page}?app_key=yx_1002`)
    expect([page, ancestorsOf(headers)]).toEqual([
      page,
      "'self' https://shop.example https://app.shop.example:8443 https://proven.example",
    ])
    expect(headers['x-frame-options']).toBeUndefined()
    for (const key of ['yx_0', 'yx_7', 'yx_4321']) {
      expect(ancestorsOf((await inject(`${page}?app_key=${key}`)).headers)).toBe("'self'")
    }
  }
})

test('invalid stored origins may frame nothing', async () => {
  const frameOrigins = ['*', 'https://*', 'https:', "'none'", 'http://a.example', 'https://a.example; script-src *']
  await buildReseller(db, { id: 1003, frameOrigins })
  expect(ancestorsOf((await inject('/login?app_key=yx_1003')).headers)).toBe("'self'")
})

test('pages come in the reader’s language and scheme', async () => {
  const { body } = await inject({ url: '/login', headers: { cookie: 'lang=en; scheme=dark' } })
  expect(body).toContain('data-page="login.en"')
  expect(body).toContain('data-scheme="dark"')
  const { body: hant } = await inject({ url: '/login', headers: { 'accept-language': 'zh-HK' } })
  expect(hant).toContain('data-page="login.zh-TW"')
})

test.each(['/user/tcBuy', '/User/TCBUY/', '/user/tcBuy?x=1'])(
  '%s gets the page that names what it needs',
  async (url) => {
    expect((await inject(url)).body).toContain('data-page="user-tcbuy.zh-CN"')
  },
)

test.each(['/user', '/user/line_list', '/USER/', '/demo', '/demo/tcBuy', '/user/..%2ftcBuy'])(
  '%s gets the frame of the user area',
  async (url) => {
    expect((await inject(url)).body).toContain('data-page="user.zh-CN"')
  },
)

async function listening(): Promise<string> {
  const bound = app.server.address() as AddressInfo | null
  return bound ? `http://127.0.0.1:${bound.port}` : app.listen({ port: 0, host: '127.0.0.1' })
}

/** Sends the path unchanged: `inject` and `fetch` would resolve its dots. */
async function statusOf(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(await listening())
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ hostname, port, path }, resolve).on('error', reject)
  })
  answer.resume()
  return answer.statusCode
}

test('every answer names the build, so that an open page notices a new one', async () => {
  for (const url of ['/login', '/api/daili/notCheck/whitelist', '/api/none']) {
    expect([url, (await inject(url)).headers['x-build']]).toEqual([url, 'abc'])
  }
  const { token } = await buildMonitor({ db, config })
  const url = await listening()
  const stream = await fetch(url + MONITOR_STREAM_PATH, { headers: { authorization: `Bearer ${token}` } })
  expect([stream.status, stream.headers.get('x-build')]).toEqual([200, 'abc'])
  await stream.body!.cancel()
})

test('serves the shell for any other page path, and a real 404 for a missing file or call', async () => {
  for (const url of ['/online', '/users']) expect((await inject(url)).body).toContain('data-page="shell.zh-CN"')
  expect((await inject('/no/such/page')).statusCode).toBe(200)
  expect((await inject('/static/js/gone-123.js')).statusCode).toBe(404)
  const paths = ['/static/', '/static/js/', '/static/%00', '/static/js/a-1.js%00', '/static/%2e%2e/%2e%2e/package.json']
  for (const path of [...paths, '/static/../../package.json', '/static/../../../etc/passwd']) {
    expect([path, await statusOf(path)]).toEqual([path, 404])
  }
  expect((await inject('/api/none')).statusCode).toBe(404)
})

test('drops a form sent before the script loaded and shows the page again', async () => {
  const response = await inject({
    method: 'POST',
    url: '/login?app_key=yx_260',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: 'userName=demo&passWord=hidden-word',
  })
  expect([response.statusCode, response.headers.location]).toEqual([303, '/login?app_key=yx_260'])
})

test('refuses a form too large for a sign-in at once and closes its connection', async () => {
  const at = new URL(await listening())
  for (const [type, path] of [
    ['application/x-www-form-urlencoded', '/login'],
    ['text/plain', '/login'],
    ['application/octet-stream', '/no/such/page'],
  ]) {
    const socket = connect(Number(at.port), at.hostname)
    let answer = ''
    socket.on('data', (part) => void (answer += String(part)))
    // A refused sender gets a reset.
    socket.on('error', () => {})
    const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${at.host}\r\ncontent-type: ${type}\r\ncontent-length: 60000000\r\n\r\nuserName=`,
    )
    // The test sends nothing more: a server that waits for the 60 MB would hang this test.
    await closed
    expect([path, answer.split('\r\n')[0]]).toEqual([path, expect.stringMatching(/^HTTP\/1.1 4\d\d /)])
  }
})

test('closes a silent connection and keeps a stream open', async () => {
  const at = new URL(await listening())
  const { token } = await buildMonitor({ db, config })
  const stream = await fetch(new URL(MONITOR_STREAM_PATH, at), { headers: { authorization: `Bearer ${token}` } })
  expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([20_000, 30_000])
  app.server.headersTimeout = 100
  try {
    for (const said of ['', 'GET /login HTTP/1.1\r\nhost: a\r\n']) {
      const socket = connect(Number(at.port), at.hostname)
      const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
      socket.resume().on('error', () => {})
      socket.write(said)
      await closed
    }
  } finally {
    app.server.headersTimeout = 20_000
  }
  const { value } = await stream.body!.getReader().read()
  expect(value!.length).toBeGreaterThan(0)
})

test('compresses pages and caches files for good', async () => {
  const page = await inject({ url: '/login', headers: { 'accept-encoding': 'gzip, br' } })
  expect(gunzipSync(page.rawPayload).toString()).toBe((await inject('/login')).body)
  expect((await inject('/static/js/a-1.js')).headers['cache-control']).toContain('immutable')
})

test('the manifest belongs to one brand', async () => {
  const manifest = (await inject('/manifest.webmanifest?app_key=yx_260')).json() as {
    id: string
    start_url: string
    name: string
  }
  expect(manifest).toMatchObject({
    id: '/login?app_key=yx_260',
    start_url: '/login?app_key=yx_260',
    name: '海豚加速用户中心',
  })
})

test.each([
  ['yx_0', 'fish'],
  ['yx_260', 'dolphin'],
  ['yx_7', 'neutral'],
])('the home screen shows the picture of %s', async (appKey, name) => {
  const page = await inject(`/login?app_key=${appKey}`)
  expect(page.body).toContain(`<link rel="apple-touch-icon" href="/apple-touch-icon.png?app_key=${appKey}"`)
  const { headers, rawPayload } = await inject(`/apple-touch-icon.png?app_key=${appKey}`)
  expect([headers['content-type'], rawPayload.toString()]).toEqual(['image/png', `picture of ${name}`])
  const { icons } = (await inject(`/manifest.webmanifest?app_key=${appKey}`)).json() as { icons: object[] }
  expect(icons[1]).toMatchObject({ src: `/apple-touch-icon.png?app_key=${appKey}`, purpose: 'maskable' })
})

test('uses a reseller’s own picture on the home screen too', async () => {
  const body = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
  await buildReseller(db, { id: 3000, icon: `data:image/jpeg;base64,${body.toString('base64')}` })
  const { headers, rawPayload } = await inject('/apple-touch-icon.png?app_key=yx_3000')
  expect([headers['content-type'], rawPayload]).toEqual(['image/jpeg', body])
  const { icons } = (await inject('/manifest.webmanifest?app_key=yx_3000')).json() as { icons: object[] }
  expect(icons).toHaveLength(1)
})

function startOf(body: string): PageStart {
  return JSON.parse(/id="brand">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as PageStart
}
