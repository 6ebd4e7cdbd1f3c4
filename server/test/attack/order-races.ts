import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'

import { api } from '../../../contract/api.ts'
import { buildSession } from '../build/build-session.ts'
import { buildAccount } from '../build/factories.ts'
import { buildPackage, fund } from '../build/money-factories.ts'
import type { TestApp } from '../run/make-app.ts'

export type RaceOutcome = {
  /** HTTP statuses by call. */
  cancels: number[]
  pays: number[]
  state: string
  stock: number | null
  balanceFen: number
  serviceState: string
}

const CONNECTIONS = 50
const STOCK = 10
export const BEFORE = { stock: STOCK, balanceFen: 10_000, priceFen: 3000 }

/** One open order and fifty connections to a listening server, each sending what `next` says. */
export async function raceOrder(
  { app, call, db }: TestApp,
  next: (index: number) => 'cancel' | 'pay',
): Promise<RaceOutcome> {
  const { port } = app.server.address() as AddressInfo
  const account = await buildAccount(db)
  await fund(db, account, BEFORE.balanceFen)
  const token = await buildSession(db, account)
  const plan = await buildPackage(db, { stock: STOCK, prices: { month: BEFORE.priceFen } })
  const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
  const { quoteId } = (await call(api.packages.quote, wish, { token })).data
  const { orderId } = (await call(api.packages.buy, { quoteId, payBy: 'online', key: randomUUID() }, { token })).data
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const sent = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, index) => {
      const what = next(index)
      const pay = { quoteId, payBy: 'balance', key: randomUUID() }
      const status =
        what === 'cancel' ? await send(api.orders.cancel.path, { orderId }) : await send(api.packages.buy.path, pay)
      return { what, status }
    }),
  )
  const statuses = (wanted: 'cancel' | 'pay') => sent.filter(({ what }) => what === wanted).map(({ status }) => status)
  const info = (await call(api.accounts.info, { dailiKey: 0 }, { token })).data
  const { stock } = await db.kysely
    .selectFrom('packages')
    .select('stock')
    .where('id', '=', plan.id)
    .executeTakeFirstOrThrow()
  return {
    cancels: statuses('cancel'),
    pays: statuses('pay'),
    state: (await call(api.orders.detail, { orderId }, { token })).data.state,
    stock,
    balanceFen: info.balanceFen,
    serviceState: info.state,
  }
}
