import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { api } from '../contract/api.ts'
import { errorStatus, type ErrorCode } from '../contract/errors.ts'
import type { Route } from '../contract/route.ts'
import { routes } from './app.ts'
import { checkBooks } from './domains/ledger/check-books.ts'
import { buildSession } from './test/build-session.ts'
import { makeCaptcha } from './test/captcha.ts'
import { buildAccount, PASSWORD } from './test/factories.ts'
import { hostileBodies, oddBodies, type Known } from './test/hostile-bodies.ts'
import { makeCashierApp } from './test/make-cashier-app.ts'
import { buildCoupon, buildPackage, fund } from './test/money-factories.ts'

const BODIES = 60
const made = await makeCashierApp()
const { app, db, config, call, payTypes } = made
const plan = await buildPackage(db)
const coupon = await buildCoupon(db)
let callers = 0

/** A funded user with an open order and a payment under way, and a real value for every field that can have one. */
async function buildUser() {
  const account = await buildAccount(db, { email: `${randomUUID()}@mail.example` })
  await fund(db, account, 100_000)
  const token = await buildSession(db, account)
  const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
  const quote = () => call(api.packages.quote, wish, { token })
  const { quoteId } = (await quote()).data
  const { orderId } = (await call(api.packages.buy, { quoteId, payBy: 'online', key: randomUUID() }, { token })).data
  const one = (...values: unknown[]) => fc.constantFrom(...values)
  const known: Known = {
    userName: one(account.userName, 'nobody-here'),
    passWord: one(PASSWORD, 'wrong password'),
    oldPass: one(PASSWORD),
    newPass: one('another horse 43'),
    dailiKey: one(0),
    daili: one(0),
    daili_id: one(0),
    captcha: fc.nat().map(() => makeCaptcha(config)),
    packageId: one(plan.wireId),
    coupon: one(coupon.code),
    quoteId: one((await quote()).data.quoteId, quoteId),
    orderId: one(orderId),
    payType: one(payTypes.alipay, payTypes.wxpay),
    code: one('000000', 'ABCD-EFGH-JKLM-NPQR'),
    cursor: one('1794712945068.1'),
    key: fc.uuid(),
    inviteCode: one(''),
    ticket: one('tk1.x'),
  }
  return { account, known }
}

async function send(route: Route, body: unknown, account: { id: number; resellerId: number }) {
  callers += 1
  const headers = { authorization: `Bearer ${await buildSession(db, account)}`, 'content-type': 'application/json' }
  const remoteAddress = `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`
  if (route.method === 'POST') {
    return app.inject({ method: 'POST', url: route.path, headers, remoteAddress, payload: JSON.stringify(body) })
  }
  return app.inject({ url: `${route.path}?${queryOf(body)}`, headers, remoteAddress })
}

function queryOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return encodeURIComponent(String(body).toWellFormed())
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
  return Object.entries(body)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, text(one)]))
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')
}

describe.concurrent('every call of the contract', () => {
  test.each(routes.map(({ route }) => route))('$method $path', async (route) => {
    const { account, known } = await buildUser()
    const odd = oddBodies(route.input, known)
    await fc.assert(
      fc.asyncProperty(hostileBodies(route.input, known), async (body) => {
        const response = await send(route, body, account)
        const answer = response.json() as { success: boolean; code: ErrorCode; message: string }
        expect(response.statusCode, response.body).toBeLessThan(500)
        expect(answer.success).toBe(response.statusCode === 200)
        if (answer.success) return
        expect(errorStatus[answer.code]).toBe(response.statusCode)
        expect(answer.message).not.toBe('')
      }),
      { examples: odd.map((body) => [body]), numRuns: odd.length + BODIES },
    )
  })
})
