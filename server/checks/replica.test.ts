import { expect, onTestFinished, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { buildApp } from '../app.ts'
import { agentRoutes, consoleRoutes, routes } from '../calls.ts'
import { openReplica } from '../platform/db/replica.ts'
import { createLog } from '../platform/log.ts'
import { readingPaths } from '../reading-calls.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildAccount } from '../test/build/factories.ts'
import { createTestDatabase } from '../test/run/database.ts'
import { makeApp } from '../test/run/make-app.ts'

const RESELLER = 260
const made = await makeApp()
await buildAccount(made.db, { resellerId: RESELLER, userName: 'everybody' })

/** The same database, as a read-only server. */
function readOnly(url: string): string {
  const address = new URL(url)
  address.searchParams.set('options', '-c default_transaction_read_only=on')
  return address.href
}

async function startWith(readUrl: string) {
  const logged: string[] = []
  const log = createLog('info', { write: (line) => void logged.push(line) })
  const replica = openReplica(readUrl, log)
  const app = await buildApp({ config: made.config, db: made.db, log, replica, patienceMs: 30_000 })
  onTestFinished(async () => {
    await app.close()
    await replica.close()
  })
  const fallbacks = () => logged.filter((line) => line.includes('the replica could not answer'))
  return { app, fallbacks, staff: (resellerId: number | null) => buildStaff({ ...made, app }, { resellerId }) }
}

test('every call for a replica only reads: a read-only server can answer it', async () => {
  const { staff, app, fallbacks } = await startWith(readOnly(made.config.databaseUrl!))
  const [own, platform] = [await staff(RESELLER), await staff(null)]
  const reading = consoleRoutes.map(({ route }) => route).filter(({ path }) => readingPaths.has(path))
  expect(reading.length).toBeGreaterThan(10)
  for (const route of reading) {
    expect(route.method).toBe('GET')
    const { headers } = route.scope === 'platform' ? platform : own
    const answer = await app.inject({ url: route.path, headers })
    expect(answer.statusCode, `${route.path} ${answer.body}`).toBe(200)
  }
  expect((await app.inject(api.status.report.path)).statusCode).toBe(200)
  expect(fallbacks()).toEqual([])
})

test('includes no call that decides about money', () => {
  const all = [...routes, ...agentRoutes, ...consoleRoutes].map(({ route }) => route)
  for (const path of readingPaths) {
    expect(all.filter((route) => route.path === path).map(({ method }) => method)).toEqual(['GET'])
    expect(path).not.toMatch(/pay$|payout|withdraw|quote|buy|balance|refund|merchant|login/)
  }
})

test('a caller who has just changed something sees it, even if the replica does not show it yet', async () => {
  // Another database stands for a replica that is far behind.
  const { url } = await createTestDatabase()
  const { staff, app } = await startWith(readOnly(url))
  const [idle, busy] = [await staff(null), await staff(null)]
  const listed = async ({ call }: typeof idle) =>
    (await call(consoleApi.resellers.list, {})).data.rows.map(({ resellerId }) => resellerId)
  expect(await listed(idle)).not.toContain(RESELLER)
  const changed = {
    method: 'POST',
    url: '/api/console/devices/end-others',
    headers: busy.headers,
    payload: {},
  } as const
  expect((await app.inject(changed)).statusCode).toBe(200)
  expect(await listed(busy)).toContain(RESELLER)
})

test('every call is answered while the replica is away', async () => {
  const { staff, fallbacks } = await startWith('postgres://nobody@127.0.0.1:9/none')
  const { call } = await staff(RESELLER)
  for (let count = 0; count < 3; count += 1) expect((await call(consoleApi.orders.list, {})).status).toBe(200)
  // One failure is enough: then the replica is left alone for a while.
  expect(fallbacks()).toHaveLength(1)
})
