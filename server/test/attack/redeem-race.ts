import type { AddressInfo } from 'node:net'

import { api } from '../../../contract/api.ts'
import { buildSession } from '../build/build-session.ts'
import { buildAccount } from '../build/factories.ts'
import type { TestApp } from '../run/make-app.ts'

const CONNECTIONS = 50

/** Fifty users redeem one key, each on its own connection to a listening server. Returns each answer. */
export async function raceCode(
  { app, db }: TestApp,
  code: string,
  resellerId = 0,
  prepare: (accountIds: number[]) => Promise<void> = async () => {},
): Promise<{ statuses: number[]; accountIds: number[] }> {
  const { port } = app.server.address() as AddressInfo
  const accounts = []
  for (let index = 0; index < CONNECTIONS; index += 1) accounts.push(await buildAccount(db, { resellerId }))
  await prepare(accounts.map(({ id }) => id))
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
