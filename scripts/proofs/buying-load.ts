import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'

import { api } from '../../contract/api.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { buildAccount } from '../../server/test/build/factories.ts'
import { buildPackage, fund } from '../../server/test/build/money-factories.ts'

const BALANCE_FEN = 50_000_000
/** Accounts that take turns as one buyer, so that none hits the rate limit for prices. */
const TURNS = 12

type Buyer = { token: string; packageId: string }

export async function buildPlaces(db: Db, count: number): Promise<Buyer[][]> {
  const places: Buyer[][] = []
  for (let place = 0; place < count; place += 1) {
    const { wireId: packageId } = await buildPackage(db)
    const buyers: Buyer[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      const account = await buildAccount(db)
      await fund(db, account, BALANCE_FEN)
      buyers.push({ token: await buildSession(db, account), packageId })
    }
    places.push(buyers)
  }
  return places
}

/** Each buyer loads their account, asks for a price and buys; then the next account takes its turn. */
export function startCalls(ports: readonly [number, number], places: readonly (readonly Buyer[])[]) {
  const over = new AbortController()
  const figures = { calls: 0, failed: [] as string[], handedOn: 0, longestMs: 0 }
  const soldAt = new Map<number, number>()
  let turn = 0
  const send = async <T>(path: string, token: string, body: object): Promise<T | null> => {
    const startedAt = performance.now()
    const [first, second] = (turn += 1) % 2 === 0 ? ports : [ports[1], ports[0]]
    let port = first
    const answer = await ask(port, path, token, body)
      .catch((error: NodeJS.ErrnoException) => {
        // The process is closed, or closing with this request unread in its queue. A purchase has a key, so it may be
        // repeated.
        if (error.code !== 'ECONNREFUSED' && error.code !== 'ECONNRESET') throw error
        figures.handedOn += 1
        port = second
        return ask(port, path, token, body)
      })
      .catch((error: Error) => ({ status: 0, body: error.message }))
    figures.calls += 1
    figures.longestMs = Math.max(figures.longestMs, Math.round(performance.now() - startedAt))
    if (answer.status === 200 && path === api.packages.buy.path) soldAt.set(port, (soldAt.get(port) ?? 0) + 1)
    if (answer.status === 200) return (JSON.parse(answer.body) as { data: T }).data
    figures.failed.push(`${path} answered ${answer.status} ${answer.body}`)
    return null
  }
  const live = async (buyers: readonly Buyer[]) => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const { token, packageId } = buyers[round % buyers.length]!
      await send(api.accounts.info.path, token, { dailiKey: 0 })
      const wish = { action: round < buyers.length ? 'new' : 'renew', packageId, period: 'month' }
      const quote = await send<{ quoteId: string }>(api.packages.quote.path, token, wish)
      const buy = quote && { quoteId: quote.quoteId, payBy: 'balance', key: randomUUID() }
      if (buy) await send(api.packages.buy.path, token, buy)
    }
  }
  const all = Promise.all(places.map(live))
  return {
    async more(count: number): Promise<void> {
      const until = figures.calls + count
      while (figures.calls < until) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    soldAt: (port: number) => soldAt.get(port) ?? 0,
    async stop() {
      over.abort()
      await all
      return figures
    },
  }
}

/** Opens a connection for each call, like a proxy that keeps none open. */
function ask(port: number, path: string, token: string, body: object): Promise<{ status: number; body: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false })
    sent.on('error', reject)
    sent.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
    sent.end(JSON.stringify(body))
  })
}
