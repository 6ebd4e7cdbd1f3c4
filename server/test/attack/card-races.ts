import type { AddressInfo } from 'node:net'

import { api } from '../../../contract/api.ts'
import type { CardPurchase } from '../../domains/cards/buy-card-batch.ts'
import { buildCards } from '../build/build-cards.ts'
import { buildSession } from '../build/build-session.ts'
import { buildAccount } from '../build/factories.ts'
import type { TestApp } from '../run/make-app.ts'

const CONNECTIONS = 50

/** One card and fifty users, each on its own connection to a listening server. Returns each answer. */
export async function raceCard(
  { app, db }: TestApp,
  bought: Partial<CardPurchase>,
): Promise<{ statuses: number[]; accountIds: number[] }> {
  const { port } = app.server.address() as AddressInfo
  const { code } = await buildCards(db, bought)
  const accounts = []
  for (let index = 0; index < CONNECTIONS; index += 1) accounts.push(await buildAccount(db))
  const tokens = await Promise.all(accounts.map((account) => buildSession(db, account)))
  const statuses = await Promise.all(
    tokens.map(async (token) => {
      const answer = await fetch(`http://127.0.0.1:${port}${api.cards.redeem.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ code }),
      })
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  return { statuses, accountIds: accounts.map(({ id }) => id) }
}

/** How many of the accounts have a package now. */
export async function countSubscribers({ db }: TestApp, accountIds: number[]): Promise<number> {
  const rows = await db.kysely
    .selectFrom('subscriptions')
    .select('accountId')
    .where('accountId', 'in', accountIds)
    .where('packageId', 'is not', null)
    .execute()
  return rows.length
}
