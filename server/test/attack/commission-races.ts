import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'

import { api } from '../../../contract/api.ts'
import { post } from '../../domains/ledger/post.ts'
import { clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/db/db.ts'
import { buildSession } from '../build/build-session.ts'
import { buildAccount } from '../build/factories.ts'
import type { TestApp } from '../run/make-app.ts'

const CONNECTIONS = 50

/** Creates confirmed commission without a sale. */
export async function fundCommission(
  db: Db,
  { resellerId, id: accountId }: { resellerId: number; id: number },
  amountFen: number,
): Promise<void> {
  const legs = [
    { kind: 'commission' as const, resellerId, accountId, amountFen },
    { kind: 'outside' as const, resellerId: null, amountFen: -amountFen },
  ]
  const entry = { key: `test:${randomUUID()}`, kind: 'adjustment' as const, resellerId, legs }
  await inTransaction(db, (tx) => post({ db: tx, now: clock.now() }, entry))
}

/**
 * One commission, and fifty connections to a listening server that each want all of it: half to the balance, half paid
 * out.
 */
export async function raceCommission({ app, db }: TestApp, amountFen: number) {
  const { port } = app.server.address() as AddressInfo
  const account = await buildAccount(db)
  await fundCommission(db, account, amountFen)
  const token = await buildSession(db, account)
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const init = { method: 'POST', headers, body: JSON.stringify({ ...body, amountFen, key: randomUUID() }) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
    await answer.arrayBuffer()
    return answer.status
  }
  const statuses = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) =>
      index % 2 === 0
        ? send(api.invites.toBalance.path, {})
        : send(api.invites.withdraw.path, { method: 'alipay', account: '13800138000' }),
    ),
  )
  return { statuses, account, token }
}
