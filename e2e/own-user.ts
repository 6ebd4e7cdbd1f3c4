import type { Static } from 'typebox'

import { writeAppKey } from '../contract/app-key.ts'
import type { Route } from '../contract/route.ts'
import { buildSession } from '../server/test/build/build-session.ts'
import { buildAccount } from '../server/test/build/factories.ts'
import { test as base } from './screen-stage.ts'
import { call, type Account } from './screen-user.ts'

export type OwnUser = Account & {
  /** Asks the server about the account, with another session than the page's. */
  ask<R extends Route>(route: R, input: Record<string, unknown>): Promise<Static<R['output']>>
}
type TestFixtures = {
  user: OwnUser
  ofReseller: number
  /** Whether the page's session was opened with the password or by a remembered device. */
  strength: 'password' | 'remembered'
}

/** A signed-in user for one test only: no other test sees changes of the account. */
export const test = base.extend<TestFixtures>({
  ofReseller: [0, { option: true }],
  strength: ['password', { option: true }],
  user: async ({ screens: { db, portal }, ofReseller }, use) => {
    const account = await buildAccount(db, { resellerId: ofReseller })
    const token = await buildSession(db, account)
    await use({ ...account, ask: (route, input) => call(portal, route, input, token) })
  },
  storageState: async ({ screens: { db, portal }, user, strength }, use) => {
    const userToken = `Bearer ${await buildSession(db, user, strength)}`
    const localStorage = Object.entries({ userToken, app_key: writeAppKey(user.resellerId) })
    const origin = { origin: portal.url, localStorage: localStorage.map(([name, value]) => ({ name, value })) }
    await use({ cookies: [], origins: [origin] })
  },
})
