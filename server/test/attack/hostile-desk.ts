import fc from 'fast-check'
import { randomUUID } from 'node:crypto'

import { api } from '../../../contract/api.ts'
import type { Route } from '../../../contract/route.ts'
import { buildMonitor } from '../build/build-monitor.ts'
import { buildSession } from '../build/build-session.ts'
import { consoleHeaders } from '../build/build-staff.ts'
import { buildAccount, PASSWORD } from '../build/factories.ts'
import { buildLine, buildNode } from '../build/line-desk.ts'
import { buildCoupon, buildPackage, fund } from '../build/money-factories.ts'
import { makeCaptcha } from '../outside/captcha.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'
import type { Known } from './hostile-bodies.ts'

export const isOffice = ({ path }: Pick<Route, 'path'>): boolean => path.startsWith('/api/console/')
export type Heard = { statusCode: number; body: string }
type Account = { id: number; resellerId: number }

/** Callers who send whatever they like to any call. */
export async function openHostileDesk({ app, db, config, call, payTypes, logged }: CashierApp) {
  const plan = await buildPackage(db)
  const coupon = await buildCoupon(db)
  let callers = 0

  /** A user with money and an open order, and a real value for every field that can have one. */
  async function buildUser() {
    const account = await buildAccount(db, { email: `${randomUUID()}@mail.example` })
    await fund(db, account, 100_000)
    const token = await buildSession(db, account)
    const quote = async () => {
      const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
      return (await call(api.packages.quote, wish, { token })).data.quoteId
    }
    const ordered = { quoteId: await quote(), payBy: 'online', key: randomUUID() } as const
    const { orderId } = (await call(api.packages.buy, ordered, { token })).data
    const nodeId = await buildNode(db)
    const lineId = await buildLine({ db, config }, account, nodeId)
    const one = (...values: unknown[]) => fc.constantFrom(...values)
    const known: Known = {
      userName: one(account.userName, 'nobody-here'),
      passWord: one(PASSWORD, 'wrong password'),
      oldPass: one(PASSWORD),
      newPass: one(PASSWORD, 'another horse 43'),
      dailiKey: one(0),
      daili: one(0),
      daili_id: one(0),
      captcha: fc.nat().map(() => makeCaptcha(config)),
      packageId: one(plan.wireId),
      coupon: one(coupon.code),
      quoteId: one(ordered.quoteId, await quote()),
      orderId: one(orderId),
      nodeId: one(nodeId, nodeId + 1),
      lineId: one(lineId),
      payType: one(payTypes.alipay, payTypes.wxpay),
      code: one('000000', 'ABCD-EFGH-JKLM-NPQR'),
      cursor: one('1', '1.1', `1.${orderId}`),
      key: fc.uuid(),
    }
    return { account, known, nodeId }
  }

  /** Signed in, each from a new address: no body is refused because of earlier ones. */
  async function makeSender(account: Account, to?: Route) {
    const signIn = async (): Promise<Record<string, string>> => {
      if (to && isOffice(to)) return consoleHeaders({ app, db, config }, to)
      const token =
        to?.access === 'monitor' ? (await buildMonitor({ db, config })).token : await buildSession(db, account)
      return { authorization: `Bearer ${token}` }
    }
    let headers = await signIn()
    return async (route: Route, payload: string) => {
      callers += 1
      const response = await app.inject({
        method: route.method,
        url: route.method === 'GET' ? `${route.path}?${payload}` : route.path,
        headers: { ...headers, 'content-type': 'application/json' },
        remoteAddress: `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
        ...(route.method === 'GET' ? {} : { payload }),
      })
      if (response.statusCode === 401) headers = await signIn()
      return response
    }
  }

  /** The log's explanation of a server error: the answer says nothing. */
  function whyOf({ statusCode, body }: Heard): string {
    if (statusCode < 500) return ''
    const { reqId } = JSON.parse(body) as { reqId: string }
    return logged.filter((line) => line.includes(reqId)).join('')
  }
  return { buildUser, makeSender, whyOf }
}

export function queryOf(body: unknown): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
  if (typeof body !== 'object' || body === null) return encodeURIComponent(text(body))
  return Object.entries(body)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, text(one)]))
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')
}
