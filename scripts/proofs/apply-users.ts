import { readFileSync } from 'node:fs'
import path from 'node:path'

import { openStream, startTarget } from '../../agent/test/target.ts'
import { startLineClient } from '../../e2e/plane/line-client.ts'
import { buildLineUser } from '../../e2e/plane/line-user.ts'
import { openNode } from '../../e2e/plane/open-node.ts'
import { makeSealedCredential } from '../../server/domains/lines/credential.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { makeDataDir, removeDataDir, startServer } from '../../server/test/run/server-process.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { withDatabase } from './throwaway-server.ts'

const CROWD = 10_000

export type Applied = { users: number; seconds: number; lastOneWorks: boolean }

export async function prove(): Promise<boolean> {
  const { users, seconds, lastOneWorks } = await withDatabase((url) => applyUsers(url, CROWD))
  console.log(`${users} users applied on one node in ${seconds.toFixed(1)} s (aim 15 s)`)
  if (!lastOneWorks) console.log('  ✗ a line installed afterwards does not work')
  return lastOneWorks
}

/** Gives this many users at once to one real agent with a running engine. */
export async function applyUsers(databaseUrl: string, users: number): Promise<Applied> {
  const dataDir = makeDataDir()
  const portal = await startServer({ dataDir, env: { DATABASE_URL: databaseUrl } })
  const db = createDb({ url: databaseUrl, poolSize: 2 })
  const stage = { db, databaseUrl, portal }
  const node = await openNode(stage, { protocol: 'vless', name: 'crowded', capacity: users + 1 })
  try {
    const secretKey = Buffer.from(readFileSync(path.join(dataDir, 'secret.key'), 'utf8'))
    const revision = await insertLines(db, node.id, users, secretKey)
    const startedAt = performance.now()
    await db.pool.query(`update nodes set revision = $2 where id = $1`, [node.id, revision])
    await db.pool.query(`select pg_notify('node_changed', $1)`, [String(node.id)])
    await waitUntil(() => isApplied(db, node.id, revision), `${users} users to be applied`, 300_000)
    const seconds = (performance.now() - startedAt) / 1000
    const lastOne = await buildLineUser(stage)
    return { users, seconds, lastOneWorks: await works(await lastOne.install(node.id)) }
  } finally {
    await node.close()
    await portal.stop()
    await db.close()
    removeDataDir(dataDir)
  }
}

/** Inserts lines like the portal does, but in one statement. Returns the node's revision that includes them. */
async function insertLines({ pool }: Db, nodeId: number, users: number, secretKey: Buffer): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into accounts (reseller_id, user_name, password_hash, invite_code)
      select 0, 'crowd-' || n, 'x', 'crowd-' || n from generate_series(1, $1::integer) n returning id`,
    [users],
  )
  await pool.query(
    `insert into subscriptions (reseller_id, account_id, total_bytes, line_limit, expires_at)
      select 0, id, 1000000000000, 5, now() + interval '30 days' from accounts where user_name like 'crowd-%'`,
  )
  const ids = rows.map(({ id }) => id)
  const credentials = ids.map((accountId) => makeSealedCredential({ secretKey }, { resellerId: 0, accountId }))
  const { rows: next } = await pool.query<{ revision: string }>(
    'select revision + 1 as revision from nodes where id = $1',
    [nodeId],
  )
  const revision = Number(next[0]!.revision)
  await pool.query(
    `insert into lines (reseller_id, account_id, node_id, sealed_credential, state, revision, state_since, created_at)
      select 0, given.id, $1, given.credential, 'installing', $4, now(), now()
        from unnest($2::bigint[], $3::bytea[]) as given (id, credential)`,
    [nodeId, ids, credentials, revision],
  )
  return revision
}

/** Whether the agent has confirmed the revision, and the portal has made every line active. */
async function isApplied({ pool }: Db, nodeId: number, revision: number): Promise<boolean> {
  const text = `select 1 from node_states where node_id = $1 and applied_revision >= $2
    and not exists (select from lines where node_id = $1 and state <> 'active')`
  return (await pool.query(text, [nodeId, revision])).rowCount === 1
}

async function works(uri: string): Promise<boolean> {
  const target = await startTarget()
  const client = await startLineClient(uri)
  const stream = openStream(client.socksPort, target.port, '/bytes/100000')
  await stream.ended
  await client.stop()
  await target.stop()
  return stream.received() === 100_000
}
