import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller, PASSWORD } from '../../test/build/factories.ts'
import { buildPackage, fund } from '../../test/build/money-factories.ts'
import { makeCaptcha } from '../../test/outside/captcha.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { sealPayout } from '../accounts/payout-account.ts'

const app = await makeApp()
const { call, db, config } = app
const { id: resellerId } = await buildReseller(db, { id: 3700 })
const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1800 } } })
const HOME = '203.0.113.5'
const ELSEWHERE = '203.0.113.6'
let made = 0

const cookieOf = (answer: { response: { headers: Record<string, unknown> } }) =>
  String(answer.response.headers['set-cookie'] ?? '')
type From = { address: string; cookie?: string }
const headersOf = ({ address, cookie }: From) => ({ address, ...(cookie ? { headers: { cookie } } : {}) })

/** Signs in at home and returns the cookie that the browser keeps even after signing out. */
async function buildInviter() {
  const account = await buildAccount(db, { resellerId })
  const login = { userName: account.userName, passWord: PASSWORD, dailiKey: resellerId }
  const signedIn = await call(api.sessions.login, login, { address: HOME })
  await call(api.sessions.logout, {}, { token: signedIn.token! })
  const [cookie = ''] = cookieOf(signedIn).split(';')
  return { account, inviteCode: signedIn.data.userInfo.inviteCode, cookie, setCookie: cookieOf(signedIn) }
}

async function registerInvited(inviteCode: string, from: From) {
  const userName = `invited.${(made += 1)}`
  const form = { userName, passWord: 'quiet river stone', captcha: makeCaptcha(config), daili: resellerId, inviteCode }
  const answer = await call(api.accounts.register, form, headersOf(from))
  expect(answer.status, answer.text).toBe(200)
  return { userName, token: answer.token!, cookie: cookieOf(answer).split(';')[0]! }
}

async function buy({ userName, token }: { userName: string; token: string }): Promise<void> {
  const row = await db.kysely.selectFrom('accounts').select('id').where('userName', '=', userName).executeTakeFirst()
  await fund(db, { id: row!.id, resellerId }, 3000)
  const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
  const { quoteId } = (await call(api.packages.quote, wish, { token })).data
  const bought = await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, { token })
  expect(bought.status, bought.text).toBe(200)
}

const commissionsOf = (inviterId: number) =>
  db.kysely.selectFrom('commissions').select(['amountFen', 'isMarked']).where('inviterId', '=', inviterId).execute()

test('pays the inviter an unmarked commission for a user from another device and address', async () => {
  const { account, inviteCode } = await buildInviter()
  await buy(await registerInvited(inviteCode, { address: ELSEWHERE }))
  expect(await commissionsOf(account.id)).toEqual([{ amountFen: expect.any(Number), isMarked: false }])
})

test("pays nothing for an account made on the inviter's own device, even signed out and elsewhere", async () => {
  const { account, inviteCode, cookie } = await buildInviter()
  const first = await registerInvited(inviteCode, { address: ELSEWHERE, cookie })
  await buy(first)
  // The browser was used with the second account since, but still remembers the first.
  await buy(await registerInvited(inviteCode, { address: ELSEWHERE, cookie: first.cookie }))
  expect(await commissionsOf(account.id)).toEqual([])
  const stranger = await buildInviter()
  await buy(await registerInvited(stranger.inviteCode, { address: ELSEWHERE, cookie }))
  expect(await commissionsOf(stranger.account.id)).toHaveLength(1)
})

test('only marks the commission for a shared address and shows the mark to the payer', async () => {
  const { account, inviteCode } = await buildInviter()
  await buy(await registerInvited(inviteCode, { address: HOME }))
  const [commission] = await commissionsOf(account.id)
  expect(commission).toMatchObject({ isMarked: true })
  expect(commission!.amountFen).toBeGreaterThan(0)
  const asked = { id: randomUUID(), resellerId, accountId: account.id, amountFen: 1000, createdAt: new Date() }
  const sealedAccount = sealPayout(config, asked.id, { account: 'alipay@example.com', name: null })
  await db.kysely
    .insertInto('withdrawals')
    .values({ ...asked, method: 'alipay', sealedAccount })
    .execute()
  const staff = await buildStaff(app, { resellerId })
  const { rows } = (await staff.call(consoleApi.withdrawals.list, { state: 'pending' })).data
  expect(rows).toMatchObject([{ user: { userName: account.userName }, markedFen: commission!.amountFen }])
})

test("seals the browser's mark, hides it from scripts and ignores a forged one", async () => {
  const { account, inviteCode, setCookie } = await buildInviter()
  expect(setCookie).toMatch(/^device=[\w-]{40,}; Max-Age=\d+; Path=\/api\/user; HttpOnly; SameSite=Lax$/)
  expect(setCookie).not.toContain(String(account.userName))
  for (const cookie of ['device=', 'device=AAAA', `device=${'A'.repeat(3000)}`]) {
    await buy(await registerInvited(inviteCode, { address: ELSEWHERE, cookie }))
  }
  expect(await commissionsOf(account.id)).toHaveLength(3)
})
