import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import type { Route } from '../../contract/route.ts'
import { consoleRoutes, routes } from '../calls.ts'
import { readConfig } from '../config.ts'
import { DEFAULT_IDS } from '../domains/articles/defaults/default-texts.ts'
import { clock } from '../platform/clock.ts'
import { bind, registerRoutes } from '../platform/http/bind.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { createLog } from '../platform/log.ts'
import { buildMonitor } from '../test/build/build-monitor.ts'
import { buildSession } from '../test/build/build-session.ts'
import { consoleHeaders } from '../test/build/build-staff.ts'
import { buildTicket, buildTicketPicture } from '../test/build/build-ticket.ts'
import { buildAccount, PASSWORD } from '../test/build/factories.ts'
import { makePayDesk, PRICE } from '../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeSoftwarePasskey } from '../test/outside/software-passkey.ts'
import { makeCashierApp } from '../test/run/make-cashier-app.ts'

/** Weaknesses of comparable programs that no other test here covers. docs/known-weaknesses.md has the whole list. */
const made = await makeCashierApp()
const { app, db, call, url } = made
const desk = makePayDesk(made)
const contract = routes.map(({ route }) => route)
const everything = [...contract, ...consoleRoutes.map(({ route }) => route)]
checkBooksAfterEach(db)
beforeEach(() => clock.reset())

describe('answers contain only what the contract names', () => {
  const namesIn = (schema: unknown): string[] => {
    if (typeof schema !== 'object' || schema === null) return []
    const { properties = {}, items, anyOf = [] } = schema as { properties?: object; items?: unknown; anyOf?: unknown[] }
    const inner = [...Object.values(properties), items, ...anyOf].flatMap(namesIn)
    return [...Object.keys(properties), ...inner]
  }

  test('no answer has a field for a hash, a salt, a private key or a gateway setting', () => {
    const suspect = /hash|salt|secret|private|passwo?r?d|sealed|config|cipher|credential/i
    const found = everything.flatMap((route) =>
      namesIn(route.output)
        .filter((name) => suspect.test(name))
        .map((name) => `${route.path} ${name}`),
    )
    // The credential of the user's own line, to type into a client.
    const ofOwnLine = ['list', 'install', 'installFirst', 'move', 'undoMove', 'rotate'].map(
      (call) => `/api/line/${call} credential`,
    )
    // Shown once, for the authenticator app, before it protects anything.
    const ofAuthenticator = ['/api/user/totp/begin secret', '/api/console/totp/begin secret']
    // Made by the server and shown once, to hand over to the person who monitors; the list does not have it.
    const ofMonitor = ['add password', 'add secret', 'enable password', 'reset-totp secret'].map(
      (call) => `/api/console/monitors/${call}`,
    )
    // Made by the server and shown once, for the program that checks the signatures.
    const ofWebhook = ['/api/console/webhooks/add secret', '/api/console/webhooks/rotate secret']
    // What the user has just been shown, sealed so that it comes back unaltered.
    const ofTicket = ['/api/tickets/facts sealed']
    // Only says whether there is one.
    const known = /^\/api\/console\/\S+ (?:isSecret|isSealed|hasPrivateKey|hasHttps)$/
    expect(found.filter((name) => !known.test(name)).sort()).toEqual(
      [...ofAuthenticator, ...ofOwnLine, ...ofMonitor, ...ofWebhook, ...ofTicket].sort(),
    )
  })

  test('an extra column from a query does not leave the server', async () => {
    const server = await createHttpServer(made.config, createLog('silent'))
    const card = { daili_id: 0, title: 't', icon: 'i', accent: '#000000', ownerMasked: null, acceptsPayment: true }
    const careless = bind(api.resellers.info, () => ({ ...card, passwordHash: '$argon2id$canary' }))
    registerRoutes(server, [careless], {
      db,
      config: made.config,
      authenticateUser: async () => null,
      authenticateNode: async () => ({ kind: 'node', nodeId: 1 }),
      authenticateMonitor: async () => null,
      authenticateStaff: async () => null,
      authenticateKey: async () => null,
      noteRefusal: async () => {},
    })
    const answer = await server.inject({ method: 'POST', url: api.resellers.info.path, payload: { daili_id: 0 } })
    expect(answer.json()).toEqual({ success: true, data: card })
    await server.close()
  })

  test('nothing of what is given for an empty answer leaves the server', async () => {
    const { handler } = bind(api.sessions.logout, () => ({ passwordHash: '$argon2id$canary' }))
    expect(await handler({} as never, {} as never)).toEqual({})
  })
})

test('every answer, also a refusal, forbids caching, type guessing and referrers', async () => {
  // Only answers that are the same for everybody may be cached for a while.
  const kept = everything.filter(({ cacheS }) => cacheS !== undefined)
  expect(kept.map(({ path: to, access }) => [to, access])).toEqual([['/api/status', 'public']])
  const others = everything.filter((route) => !kept.includes(route))
  const addresses = [...others.map(({ method, path: to }) => ({ method, url: to })), { url: '/api/none' }]
  for (const address of addresses) {
    const { headers } = await app.inject(address)
    expect([address.url, headers]).toEqual([
      address.url,
      expect.objectContaining({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      }),
    ])
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

describe('every call enforces limits and types', () => {
  const posts = everything.filter(({ method }) => method === 'POST')
  const callerOf = async (route: Route): Promise<Record<string, string>> => {
    const { access } = route
    if (route.path.startsWith('/api/console/')) return consoleHeaders(made, route)
    const { token } = await (access === 'monitor' ? buildMonitor(made) : desk.buildPayer(0))
    return { authorization: `Bearer ${token}` }
  }
  const send = async (route: Route, contentType: string, payload: string) => {
    const headers = { ...(await callerOf(route)), 'content-type': contentType }
    return (await app.inject({ method: 'POST', url: route.path, headers, payload })).statusCode
  }

  // A partner call checks the key before the body, so none of these bodies gets past it.
  test.each(posts.filter(({ access }) => access !== 'partner'))('$path', async (route) => {
    const huge = `{"x":"${'x'.repeat(route.bodyMaxBytes ?? limits.bodyMaxBytes)}"}`
    expect(await send(route, 'application/json', huge)).toBe(413)
    const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'
    expect(await send(route, 'multipart/form-data; boundary=b', part)).toBe(415)
    expect(await send(route, 'application/x-www-form-urlencoded', 'a=1')).toBe(415)
  })

  test('payment notifies and cashier pages accept small forms only', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const address of ['/api/pay/notify/alipay/aaaaaaaaaaaa', '/cashier/gateway.do']) {
      const payload = `a=${'x'.repeat(limits.bodyMaxBytes)}`
      expect((await app.inject({ method: 'POST', url: address, headers, payload })).statusCode).toBe(413)
    }
  })
})

test('without partner keys no caller is a partner, whatever is sent', async () => {
  expect(made.config.partnerKeys).toEqual([])
  for (const authorization of [undefined, '', 'Bearer', 'Bearer ', 'Bearer null', 'Bearer undefined', 'Bearer ,']) {
    const headers = authorization === undefined ? {} : { authorization }
    const { path: to } = api.sessions.redeemTicket
    const answer = await app.inject({ method: 'POST', url: to, headers, payload: { ticket: 'tk1.x' } })
    expect([authorization, answer.statusCode]).toEqual([authorization, 401])
  }
  expect(() => readConfig({ SECRET_KEY: 'x'.repeat(32), PARTNER_KEYS: 'short' })).toThrow('PARTNER_KEYS')
})

test('reading changes nothing', async () => {
  const payer = await desk.buildPayer()
  const orderId = await desk.buildOrder(payer)
  const days = { range: 'week', from: '2026-01-01', to: '2026-01-02', by: 'hour', month: 'last' }
  const ticketId = await buildTicket(db, { ...payer, userName: 'payer' })
  const help = { ticketId, pictureId: await buildTicketPicture(db, payer, ticketId), articleId: DEFAULT_IDS[0]! }
  const known: Record<string, string> = {
    orderId,
    paytype: 'user',
    dailiKey: String(payer.resellerId),
    ...days,
    ...help,
  }
  const monitor = await buildMonitor(made)
  // The first look at a feed's address stores its hash, without which the address would not work.
  await call(api.lines.list, {}, { token: payer.token })
  // A limit counts who reads.
  const rows = async () => (await dumpEveryRow(db)).replaceAll(/^public\.rate_limits .*\n/gm, '')
  const before = await rows()
  for (const route of contract.filter(({ method }) => method === 'GET')) {
    const { required = [] } = route.input as { required?: string[] }
    const query = new URLSearchParams(required.map((name): [string, string] => [name, known[name]!]))
    const { token } = route.access === 'monitor' ? monitor : payer
    const answer = await app.inject({ url: `${route.path}?${query}`, headers: { authorization: `Bearer ${token}` } })
    expect([route.path, answer.statusCode]).toEqual([route.path, 200])
  }
  expect(await rows()).toBe(before)
})

describe('payments', () => {
  test('charges the order’s price, whatever amount the caller names', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const { status, data } = await desk.pay(payer, { type: 'package', orderId, amountFen: limits.payMinFen })
    expect([status, data.amountFen]).toEqual([200, PRICE.retailFen])
    expect((await desk.payment(data.out_trade_no)).amountFen).toBe(PRICE.retailFen)
  })

  test('forty payments begun at once each get their own number', async () => {
    const payers = await Promise.all([desk.buildPayer(), desk.buildPayer()])
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => desk.topUp(payers[turn % 2]!, 100 + turn)),
    )
    // The number exists before the gateway is called, and the gateway may be slow for so many at once.
    const odd = answers.filter(({ status, code }) => status !== 200 && code !== 'pay.unavailable')
    expect(odd.map(({ text }) => text)).toEqual([])
    const begun = await db.kysely
      .selectFrom('payments')
      .select('outTradeNo')
      .where(
        'accountId',
        'in',
        payers.map(({ id }) => id),
      )
      .execute()
    const numbers = begun.map(({ outTradeNo }) => outTradeNo)
    expect(new Set(numbers).size).toBe(answers.length)
    for (const { status, data } of answers) if (status === 200) expect(numbers).toContain(data.out_trade_no)
    for (const number of numbers) expect(number).toMatch(/^\d{8}\w{24}$/)
  })
})

test('every issued secret has at least 128 random bits', async () => {
  const account = await buildAccount(db)
  const login = { userName: account.userName, passWord: PASSWORD, dailiKey: 0, remember: true }
  const { token, device, userInfo } = (await call(api.sessions.login, login)).data
  const { key } = (await call(api.payments.getKey, {})).data
  const [, , deviceSecret = ''] = device!.split('.')
  const [, , ticketMac = ''] = userInfo.pass.split('.')
  for (const secret of [token, deviceSecret, ticketMac, key]) {
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(16)
  }
  const again = (await call(api.sessions.login, login)).data
  expect(again.token).not.toBe(token)
  expect(again.device).not.toBe(device)
})

test('passkeys made at the same moment do not exceed the limit', async () => {
  const account = await buildAccount(db)
  const token = await buildSession(db, account)
  const { host } = new URL(url)
  const headers = { host: host.replace('127.0.0.1', 'localhost') }
  const origin = `http://${headers.host}`
  const begin = async () => {
    const answer = await call(api.factors.passkeyBegin, { passWord: PASSWORD }, { token, headers })
    expect(answer.status, answer.text).toBe(200)
    return makeSoftwarePasskey({ origin }).register(answer.data.options)
  }
  const responses = []
  for (let turn = 0; turn < 6; turn += 1) responses.push(await begin())
  const rows = Array.from({ length: limits.passkeysPerAccount - 1 }, (_, index) => ({
    id: `held-${account.id}-${index}`,
    resellerId: 0,
    accountId: account.id,
    publicKey: Buffer.alloc(1),
    name: 'x',
    createdAt: clock.now(),
  }))
  await db.kysely.insertInto('passkeys').values(rows).execute()
  const finish = (response: Record<string, unknown>) =>
    call(api.factors.passkeyFinish, { name: 'key', response }, { token, headers })
  const codes = (await Promise.all(responses.map(finish))).map(({ code }) => code)
  expect(codes.filter((code) => code === null)).toHaveLength(1)
  expect(codes.filter((code) => code === 'passkey.too_many')).toHaveLength(5)
})

describe('the source', () => {
  const root = path.join(import.meta.dirname, '../..')
  const sources = ['server', 'contract', 'cashier', 'agent'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/(\.test\.ts$|^test[\\/])/.test(file))
      .map((file) => path.join(folder, file)),
  )

  test.each([
    [
      'loads no code by a name made at run time',
      /\bimport\((?!['"])|\brequire\(|\beval\(|new Function\(|\bvm\b|autoload/,
    ],
    [
      'starts no program through a shell, which would read signs in its words',
      /\bshell: (?:true|['"`])|\bexecSync\b|\bexec\b[^}]*\} from 'node:child_process'/,
    ],
    [
      'draws nothing from a generator that can be foretold',
      /\bMath\.random\b|\bpseudoRandomBytes\b/,
      // How long the sandbox's gateway waits before a notify.
      ['cashier/notifier.ts'],
    ],
  ])('%s', (_what, risky, harmless: string[] = []) => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter((file) => risky.test(readFileSync(path.join(root, file), 'utf8')))).toEqual(harmless)
  })
})
