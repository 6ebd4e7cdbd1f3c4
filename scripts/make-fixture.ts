// Makes the fixture of a release: one backup of a small installation that was really used. Once made, it never changes:
// server/migrations/fixtures.test.ts restores each fixture, migrates it and checks that everything still works.
//   node scripts/make-fixture.ts
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { enrolAtPortal, openPortal } from '../agent/portal.ts'
import { api } from '../contract/api.ts'
import { fixtureFolder, FIXTURE_KEY, FIXTURE_USER } from '../server/test/build/fixture.ts'
import { makeDataDir, removeDataDir, startServer } from '../server/test/run/server-process.ts'
import { freePort } from '../test/free-port.ts'
import { makeYx, openShop, type Shop, type Yx } from './walk-through/operator.ts'
import { openBrowser, register } from './walk-through/visitor.ts'

const port = await freePort()
const dataDir = makeDataDir()
const env = {
  MODE: 'production',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SECRET_KEY: FIXTURE_KEY,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
}

try {
  const yx = makeYx({ ...process.env, ...env })
  const { applied } = yx<{ applied: string[] }>('database', 'migrate')
  const server = await startServer({ env, port, dataDir })
  try {
    await use(server.url, openShop(yx), yx)
  } finally {
    await server.stop()
  }
  yx('books', 'check')
  mkdirSync(fixtureFolder, { recursive: true })
  yx('backup', 'create', '--file', path.join(fixtureFolder, applied.at(-1)!.replace('.sql', '.yxb')))
} finally {
  removeDataDir(dataDir)
}

/** Makes a user with a package, a line with traffic, and an order paid from the balance. */
async function use(server: string, shop: Shop, yx: Yx): Promise<void> {
  const { call, ...visitor } = openBrowser(server, shop.host)
  await register({ call, ...visitor }, FIXTURE_USER.name, FIXTURE_USER.password)
  await call(api.cards.redeem, { code: shop.codes[0]! })
  const keys = ['--kind', 'balance', '--value', '3000', '--count', '1']
  const { codes } = yx<{ codes: string[] }>('cards', 'buy', '--reseller', String(shop.reseller), ...keys)
  await call(api.cards.redeem, { code: codes[0]! })
  const { items } = await call(api.packages.list, {})
  const wish = { action: 'renew', packageId: items[0]!.id, period: 'month' } as const
  const { quoteId } = await call(api.packages.quote, wish)
  await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() })

  const identity = await enrolAtPortal(server, shop.enrolToken, 'fixture')
  const portal = openPortal(server, identity)
  const confirm = async () => {
    const { revision, users } = await portal.users({ since: 0, wait: 0, lifeline: false }, new AbortController().signal)
    const rest = { agentVersion: 'fixture', cpuPercent: 1, memoryPercent: 1, connections: 0, upBps: 0, downBps: 0 }
    await portal.state({
      boot: 'fixture',
      engine: 'running',
      appliedRevision: revision,
      failed: [],
      addresses: [],
      ...rest,
    })
    return users
  }
  await confirm()
  await call(api.lines.install, { nodeId: shop.node })
  const [user] = await confirm()
  await portal.batch({
    batchId: randomUUID(),
    boot: 'fixture',
    seq: 1,
    seconds: 30,
    items: [{ number: user!.number, up: 1000, down: 2000 }],
  })
}
