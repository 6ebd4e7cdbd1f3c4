// From nothing to a working line: the operator's commands, then a new user's steps. See docs/operations/install.md.
//   node scripts/walk-through.ts                      with a temporary database, removed at the end
//   DATABASE_URL=… node scripts/walk-through.ts       in an EMPTY database, which keeps everything that was made
import { randomBytes } from 'node:crypto'
import path from 'node:path'

import { api } from '../contract/api.ts'
import { makeDataDir, removeDataDir, startServer } from '../server/test/run/server-process.ts'
import { freePort } from '../test/free-port.ts'
import { openNode } from './walk-through/node.ts'
import { makeYx, openShop, type Shop } from './walk-through/operator.ts'
import { openBrowser, register } from './walk-through/visitor.ts'

const port = await freePort()
const dataDir = makeDataDir()
const env: Record<string, string> = {
  MODE: 'production',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SECRET_KEY: process.env.SECRET_KEY ?? randomBytes(32).toString('hex'),
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  // Half of a command's time is compiling; the next command reuses the result.
  NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'),
}

try {
  await walk()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  removeDataDir(dataDir)
}

async function walk(): Promise<void> {
  const yx = makeYx({ ...process.env, ...env })
  const { applied } = yx<{ applied: string[] }>('database', 'migrate')
  if (!applied[0]?.startsWith('0001-')) throw new Error('This database is not empty')
  const server = await startServer({ env, port, dataDir })
  try {
    const shop = openShop(yx)
    await useShop(server.url, shop)
    yx('books', 'check')
  } finally {
    await server.stop()
  }
}

async function useShop(server: string, shop: Shop): Promise<void> {
  console.log(`A visitor at ${shop.host}:`)
  const visitor = openBrowser(server, shop.host)
  const key = await register(visitor, 'newcomer', 'a long and quiet password 7')
  if (key !== shop.reseller) throw new Error(`${shop.host} belongs to reseller ${key}`)
  const { title } = await visitor.call(api.resellers.config, { daili_id: key })
  await visitor.call(api.cards.redeem, { code: shop.codes[0]! })
  const node = await openNode(server, shop.enrolToken)
  await node.confirm()
  await visitor.call(api.lines.install, { nodeId: shop.node })
  await node.confirm()
  const { lines, subscriptionUrl } = await visitor.call(api.lines.list, {})
  const [line] = lines
  if (line?.state !== 'active') throw new Error(`The line is ${line?.state ?? 'not there'}`)
  if (!subscriptionUrl.includes(shop.host)) throw new Error(`The feed is at ${subscriptionUrl}`)
  console.log(
    `${title}: ${line.nodeName} works for newcomer, ${line.connection?.uri ? 'ready to import' : 'without an address'}.`,
  )
}
