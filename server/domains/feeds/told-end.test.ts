import { afterEach, expect, test } from 'vitest'

import { DAY_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { openLineDesk } from '../../test/build/line-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { blockUser } from '../sessions/operator/block-user.ts'
import { getFeedUrl } from './load-link.ts'

/** Clients read `expire=0` as never, so only what really has no end may say it. */

const made = await makeApp({ PUBLIC_URL: 'https://portal.example' })
const { db, config, inject } = made
const desk = openLineDesk(made)
afterEach(() => clock.reset())

type Change = { expiresAt?: Date | null; packageId?: null; period?: 'once' | null; totalBytes?: number }

async function buildUser(change: Change = {}) {
  const { account } = await desk.buildUser()
  const { resellerId, id: accountId } = account
  await db.kysely
    .updateTable('subscriptions')
    .set({ resellerId, ...change })
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', accountId)
    .execute()
  const { pathname } = new URL(await getFeedUrl({ db, config }, { resellerId, accountId }))
  const setAccount = (values: { pausedAt: Date }) =>
    db.kysely.updateTable('accounts').set(values).where('id', '=', accountId).execute()
  const endTold = async () => {
    const { headers } = await inject(pathname)
    return Number(/expire=(\d+)$/.exec(String(headers['subscription-userinfo']))![1])
  }
  return { account, setAccount, endTold }
}
const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

test('the end of a package, before it and after it', async () => {
  const expiresAt = new Date(clock.now().getTime() + DAY_MS)
  const { endTold } = await buildUser({ expiresAt })
  expect(await endTold()).toBe(secondsOf(expiresAt))
  clock.shift(2 * DAY_MS)
  expect(await endTold()).toBe(secondsOf(expiresAt))
})

test('never, only for a package without an end', async () => {
  expect(await (await buildUser({ expiresAt: null, period: 'once' })).endTold()).toBe(0)
})

test('a pause, whose banked time has no end, as an end and not as never', async () => {
  const { setAccount, endTold } = await buildUser({ expiresAt: null })
  const pausedAt = clock.now()
  await setAccount({ pausedAt })
  expect(await endTold()).toBe(secondsOf(pausedAt))
})

test('a block as an end when it began', async () => {
  const { account, endTold } = await buildUser()
  const now = clock.now()
  const user = { ...account, userName: 'blocked-one', verifiedEmail: null, language: 'zh-CN', hasTotp: false } as const
  await blockUser({ db, now }, user, 'spam', { actor: 'operator:mei', isOperator: true })
  expect(await endTold()).toBe(secondsOf(now))
})

test.each<[string, Change]>([
  ['no package', { expiresAt: null, packageId: null, period: null, totalBytes: 0 }],
  ['a package whose time was all taken back during a pause', { expiresAt: null }],
])('%s as an end that is over', async (_, change) => {
  const told = await (await buildUser(change)).endTold()
  expect([told > 0, told <= secondsOf(clock.now())]).toEqual([true, true])
})
