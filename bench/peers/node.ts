// Measures what a node of one release does, in a process of its own: `node bench/peers/node.ts FOLDER`, where FOLDER is a
// checkout of that release with its packages. It prints one line of JSON. The two releases share no code but this file,
// so it loads the release's own portal, agent and test parts by name.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type * as Target from '../../agent/test/target.ts'
import type * as LineClient from '../../e2e/plane/line-client.ts'
import type * as LineUser from '../../e2e/plane/line-user.ts'
import type * as OpenNode from '../../e2e/plane/open-node.ts'
import type * as Apply from '../../scripts/proofs/apply-users.ts'
import type * as Throwaway from '../../scripts/proofs/throwaway-server.ts'
import type * as DbFile from '../../server/platform/db/db.ts'
import type * as ServerProcess from '../../server/test/run/server-process.ts'

export type NodeFigures = {
  usersPerSecond: number
  megabytesPerSecond: number
  connectionsPerSecond: number
  msPerGigabyte: number
  msPerThousandConnections: number
}

const USERS = 5000
const STREAM_BYTES = 400_000_000
const STREAMS = 4
const CONNECTIONS = 4000
const AT_ONCE = 16
const SMALL_BYTES = 1000
/** The kernel counts a process's time in these. */
const TICK_MS = 10
/** As an installed agent has them. Those of the tests ask the engine ten times a second, which costs the streams. */
const INTERVALS = { pollMs: 1000, pushMs: 5000, stateMs: 5000, watchMs: 250, retryMs: 1000, waitSeconds: 25 }

const folder = path.resolve(process.argv[2]!)
const load = async <T>(file: string) => (await import(pathToFileURL(path.join(folder, file)).href)) as T

const { withDatabase } = await load<typeof Throwaway>('scripts/proofs/throwaway-server.ts')
const { applyUsers } = await load<typeof Apply>('scripts/proofs/apply-users.ts')
const { seconds } = await withDatabase((url) => applyUsers(url, USERS))
const carried = await withDatabase((url) => carry(url))
console.log(JSON.stringify({ usersPerSecond: USERS / seconds, ...carried } satisfies NodeFigures))

/** A real client of one user downloads through v2ray: first much at once, then a little over many connections. */
async function carry(databaseUrl: string): Promise<Omit<NodeFigures, 'usersPerSecond'>> {
  const { makeDataDir, removeDataDir, startServer } = await load<typeof ServerProcess>(
    'server/test/run/server-process.ts',
  )
  // Releases before 0.3.0 have it one folder higher.
  const dbFile = ['server/platform/db/db.ts', 'server/platform/db.ts'].find((file) =>
    existsSync(path.join(folder, file)),
  )
  const { createDb } = await load<typeof DbFile>(dbFile!)
  const { openNode } = await load<typeof OpenNode>('e2e/plane/open-node.ts')
  const { buildLineUser } = await load<typeof LineUser>('e2e/plane/line-user.ts')
  const { startLineClient } = await load<typeof LineClient>('e2e/plane/line-client.ts')
  const { openStream, startTarget } = await load<typeof Target>('agent/test/target.ts')

  const dataDir = makeDataDir()
  const portal = await startServer({ dataDir, env: { DATABASE_URL: databaseUrl } })
  const db = createDb({ url: databaseUrl, poolSize: 2 })
  const stage = { db, databaseUrl, portal }
  const node = await openNode(stage, { protocol: 'vless', name: 'measured', agent: { intervals: INTERVALS } })
  const target = await startTarget()
  const user = await buildLineUser(stage)
  const client = await startLineClient(await user.install(node.id))
  const fetchBytes = async (bytes: number) => {
    const stream = openStream(client.socksPort, target.port, `/bytes/${bytes}`, { enough: bytes })
    await stream.ended
    if (stream.received() < bytes) throw new Error(`${stream.received()} of ${bytes} bytes came`)
  }
  try {
    const busyBefore = processorMs(node.dir)
    const much = await timeOf(() => Promise.all(Array.from({ length: STREAMS }, () => fetchBytes(STREAM_BYTES))))
    const busyBetween = processorMs(node.dir)
    const many = await timeOf(() =>
      Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let done = 0; done < CONNECTIONS / AT_ONCE; done += 1) await fetchBytes(SMALL_BYTES)
        }),
      ),
    )
    const busyAfter = processorMs(node.dir)
    return {
      megabytesPerSecond: (STREAM_BYTES * STREAMS) / 1e6 / much,
      connectionsPerSecond: CONNECTIONS / many,
      msPerGigabyte: (busyBetween - busyBefore) / ((STREAM_BYTES * STREAMS) / 1e9),
      msPerThousandConnections: (busyAfter - busyBetween) / (CONNECTIONS / 1000),
    }
  } finally {
    await client.stop()
    await target.stop()
    await node.close()
    await portal.stop()
    await db.close()
    removeDataDir(dataDir)
  }
}

/** What the node itself has worked, agent and engine together: both have its folder in their command line. */
function processorMs(dir: string): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && readProc(name, 'cmdline').includes(dir))
  return pids.reduce((sum, pid) => {
    const stat = readProc(pid, 'stat')
    if (stat === '') return sum
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS
  }, 0)
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It has ended since the list was read.
    return ''
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
