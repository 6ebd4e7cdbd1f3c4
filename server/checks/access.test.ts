import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { MONITOR_STREAM_PATH } from '../../contract/monitor.ts'
import type { Access, Method, Route } from '../../contract/route.ts'
import { sample } from '../../test/grid.ts'
import { agentRoutes, consoleRoutes, routes } from '../calls.ts'
import { buildMonitor, buildWatchedNode } from '../test/build/build-monitor.ts'
import { buildStaff, staffCalls } from '../test/build/build-staff.ts'
import { buildAccount } from '../test/build/factories.ts'
import { consoleCalls, nodeCalls, portalCalls } from '../test/look/every-route.ts'
import { enrolAgent } from '../test/outside/test-agent.ts'
import { makeApp } from '../test/run/make-app.ts'

const made = await makeApp({ PARTNER_KEYS: 'p'.repeat(40) })
const { app, db, call } = made
type Door = { method: Method; path: string; access: Access }
const doors: { name: string; route: Door }[] = [
  ...portalCalls,
  ...consoleCalls,
  ...nodeCalls,
  { name: 'monitor.stream', route: { method: 'GET', path: MONITOR_STREAM_PATH, access: 'monitor' } },
]
const guarded = doors.filter(({ route }) => !['public', 'anyone', 'node'].includes(route.access))
const forNodes = doors.filter(({ route }) => route.access === 'node')

/** The headers that a console page sends, signed in or not. */
const page = staffCalls(app, null).headers

async function ask(route: Pick<Door, 'method' | 'path'>, headers: Record<string, string> = {}) {
  return app.inject({
    method: route.method,
    url: route.path,
    headers: route.path.startsWith('/api/console/') ? { ...page, ...headers } : headers,
    ...(route.method === 'POST' ? { payload: {} } : {}),
  })
}

test('every call of the contract is bound exactly once', () => {
  const line = ({ method, path }: Route) => `${method} ${path}`
  const bound = routes.map(({ route }) => line(route)).sort()
  expect(bound).toEqual(portalCalls.map(({ route }) => line(route)).sort())
  const ofConsole = consoleRoutes.map(({ route }) => line(route)).sort()
  expect(ofConsole).toEqual(consoleCalls.map(({ route }) => line(route)).sort())
  const agents = agentRoutes.map(({ route }) => line(route)).sort()
  expect(agents).toEqual(nodeCalls.map(({ route }) => line(route)).sort())
})

test('a route for the member’s own account concerns no reseller', () => {
  const own = consoleCalls.filter(({ route }) => route.permission === 'own')
  expect(own.length).toBeGreaterThan(1)
  expect(own.filter(({ route }) => route.scope !== 'any').map(({ name }) => name)).toEqual([])
})

const wrongTokens: [name: string, authorization: string | undefined][] = [
  ['no token', undefined],
  ['an empty bearer', 'Bearer '],
  ['garbage', 'Bearer garbage'],
  ['a well-formed stranger', `Bearer ${'A'.repeat(43)}`],
  ['another scheme', 'Basic ZGVtbzpkZW1v'],
]

test.each(guarded)('$name refuses a caller who is not signed in, before looking at the body', async ({ route }) => {
  for (const [, authorization] of wrongTokens) {
    const response = await ask(route, authorization === undefined ? {} : { authorization })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ success: false, code: 'auth.required' })
  }
})

/** A valid credential of each kind, as headers, and a call that it opens: 400 means that only the input is missing. */
async function makeKeys() {
  const account = await buildAccount(db)
  const { data } = await call(api.sessions.login, {
    userName: account.userName,
    passWord: account.password,
    dailiKey: 0,
  })
  const monitor = await buildMonitor(made)
  const signedIn = await call(api.monitor.login, { userName: monitor.userName, passWord: monitor.password })
  const { secret } = await enrolAgent(made, await buildWatchedNode(made))
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  return {
    user: { headers: bearer(data.token), own: api.accounts.info },
    partner: { headers: bearer('p'.repeat(40)), own: api.sessions.redeemTicket },
    monitor: { headers: bearer(signedIn.data.token), own: api.monitor.ack },
    node: { headers: bearer(secret), own: null },
    staff: { headers: (await buildStaff(made, { resellerId: null })).headers, own: null },
  }
}

test('a token of one kind never opens a call of another kind, whichever was used first', async () => {
  const keys = await makeKeys()
  for (let round = 0; round < 2; round += 1) {
    for (const { name, route } of sample(guarded)) {
      for (const [kind, { headers }] of Object.entries(keys)) {
        if (kind === route.access) continue
        const { statusCode } = await ask(route, headers)
        expect([name, kind, statusCode]).toEqual([name, kind, 401])
      }
    }
    for (const { name, route } of forNodes) {
      for (const [kind, { headers }] of Object.entries(keys)) {
        const answer = await ask(route, headers)
        expect([name, kind, answer.statusCode, answer.json().code]).toEqual([name, kind, 403, 'node.refused'])
      }
    }
    for (const { headers, own } of Object.values(keys)) {
      if (own) expect((await ask(own, headers)).statusCode).toBe(400)
    }
  }
})

test('no other token works as the console’s cookie, and the right cookie beside a token is refused', async () => {
  const { user, monitor, node, partner, staff } = await makeKeys()
  const others = [user, monitor, node, partner].map(({ headers }) => headers.authorization.replace('Bearer ', ''))
  for (const { name, route } of sample(consoleCalls.filter((one) => one.route.access === 'staff'))) {
    for (const token of others) {
      const { statusCode } = await ask(route, staffCalls(app, token).headers)
      expect([name, statusCode]).toEqual([name, 401])
    }
    const answer = await ask(route, { ...staff.headers, ...user.headers })
    expect([name, answer.statusCode, answer.json().data]).toEqual([
      name,
      400,
      { fields: { authorization: 'together' } },
    ])
  }
})
