import { expect, test } from 'vitest'

import { api } from '../contract/api.ts'
import type { Route } from '../contract/route.ts'
import { routes } from './app.ts'
import { buildAccount } from './test/factories.ts'
import { makeApp } from './test/make-app.ts'

const { app, db, call } = await makeApp({ PARTNER_KEYS: 'p'.repeat(40) })
const contract = Object.entries(api).flatMap(([domain, calls]) =>
  Object.entries(calls as Record<string, Route>).map(([name, route]) => ({ name: `${domain}.${name}`, route })),
)
const guarded = contract.filter(({ route }) => route.access === 'user' || route.access === 'partner')

async function ask(route: Route, authorization?: string) {
  return app.inject({
    method: route.method,
    url: route.path,
    headers: authorization ? { authorization } : {},
    ...(route.method === 'POST' ? { payload: {} } : {}),
  })
}

test('every call of the contract is bound exactly once', () => {
  const bound = routes.map(({ route }) => `${route.method} ${route.path}`).sort()
  expect(bound).toEqual(contract.map(({ route }) => `${route.method} ${route.path}`).sort())
})

const wrongTokens: [name: string, authorization: string | undefined][] = [
  ['no token', undefined],
  ['an empty bearer', 'Bearer '],
  ['garbage', 'Bearer garbage'],
  ['a well-formed stranger', `Bearer ${'A'.repeat(43)}`],
  ['another scheme', 'Basic ZGVtbzpkZW1v'],
]

test.each(guarded)('$name refuses whoever is not signed in, before looking at the body', async ({ route }) => {
  for (const [, authorization] of wrongTokens) {
    const response = await ask(route, authorization)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ success: false, code: 'auth.required' })
  }
})

test('a token of one kind never opens a door of another, whichever was used first', async () => {
  const account = await buildAccount(db)
  const { data } = await call(api.sessions.login, {
    userName: account.userName,
    passWord: account.password,
    dailiKey: 0,
  })
  const user = `Bearer ${data.token}`
  const partner = `Bearer ${'p'.repeat(40)}`
  for (let round = 0; round < 2; round += 1) {
    for (const { route } of guarded) {
      const wrong = route.access === 'user' ? partner : user
      expect((await ask(route, wrong)).statusCode).toBe(401)
    }
    expect((await ask(api.accounts.info, user)).statusCode).toBe(400)
    expect((await ask(api.sessions.redeemTicket, partner)).statusCode).toBe(400)
  }
})
