import { once } from 'node:events'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { waitUntil } from '../../../server/test/run/wait-until.ts'
import { startYx, type Desk } from './desk.ts'

/** Where a command is killed: while it wraps passwords, in the middle of one large transaction, between two of many. */
export type KillPoint = 'passwords' | 'users' | 'money'

const PATIENCE_MS = 7_200_000
const LOOK_MS = 200
/** A transaction that only waits is ended after a while otherwise. */
const WITHOUT_END = 'set local idle_in_transaction_session_timeout = 0'

/** Starts a command, kills it there with -9, and says how far it was. Null: it was at its end before. */
export async function killThere(
  desk: Desk,
  words: readonly string[],
  { point, resellerId }: { point: KillPoint; resellerId: number },
): Promise<string | null> {
  const client = await desk.db.pool.connect()
  try {
    // The last thing that the stage of users writes: the command stands still there until it is killed.
    if (point === 'users')
      await client.query(`begin; ${WITHOUT_END}; lock table old_feed_tokens in share row exclusive mode`)
    const child = startYx(desk, words)
    const said = readAll(child.stdout)
    const ended = once(child, 'exit')
    const far = await waitUntil(
      async () => (child.exitCode === null ? howFar(desk, point, resellerId) : 'ended'),
      `the command to be at ${point}`,
      PATIENCE_MS,
    )
    child.kill('SIGKILL')
    await ended
    if (far === 'ended' && child.exitCode !== 0) throw new Error(`It failed before ${point}: ${await said}`)
    return far === 'ended' ? null : far
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function howFar({ db }: Desk, point: KillPoint, resellerId: number): Promise<string | null> {
  // It may take an hour, and looking costs time too.
  await sleep(LOOK_MS)
  const count = async (text: string, values: unknown[] = [resellerId]) =>
    Number((await db.pool.query<{ count: string }>(text, values)).rows[0]?.count ?? 0)
  if (point === 'passwords') {
    const done = await count('select count(*) from import_passwords where reseller_id = $1')
    return done > 0 ? `${done} passwords were wrapped` : null
  }
  if (point === 'money') {
    const done = await count(`select position as count from imports where reseller_id = $1 and stage = 'money'`)
    return done > 0 ? `the money of ${done} users was booked` : null
  }
  const waiting = `select count(*) from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%insert into old_feed_tokens%' and pid <> pg_backend_pid()`
  return (await count(waiting, [])) > 0 ? 'users and lines were written and not committed' : null
}
