import { clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { JobCtx } from '../jobs/jobs.ts'
import { randomId } from '../secrets/crypto.ts'
import { claim, endLease, findIdle, loadNextDue, takeLease, type Outbox } from './queries.ts'

/** Short, so that a stopping server need not wait; the next job goes on. */
const RUN_MS = 4_000
/** Longer than a call takes in all. */
const LEASE_MS = 30_000
/** Until a place among the senders may be free. */
const BUSY_MS = 1_000

type Job = { runAt?: Date; key: string }

/** How a channel sends what its outbox holds: its wire, its wording, its pace. */
export type Channel<Sender extends { pausedUntil: Date | null }, Item> = {
  box: Outbox
  /** Items sent at once. */
  batch: number
  wake: (db: Db, id: string, job: Job) => Promise<void>
  /** Null: it sends no more. */
  load: (db: Db, id: string) => Promise<Sender | null>
  /** Before the first item: what a process left that ended before the answer. */
  recover: (ctx: JobCtx, id: string) => Promise<void>
  send: (ctx: JobCtx, sender: Sender, items: Item[]) => Promise<void>
}

/** The job of one sender: sends what is due, in order, as fast as the channel allows. */
export async function drain<Sender extends { pausedUntil: Date | null }, Item>(
  ctx: JobCtx,
  channel: Channel<Sender, Item>,
  id: string,
): Promise<void> {
  const { db } = ctx
  const { box } = channel
  const lease = { id, sender: randomId() }
  const renew = () => takeLease(db, box, lease, clock.now(), new Date(clock.now().getTime() + LEASE_MS))
  if (!(await channel.load(db, id))) return
  if (!(await renew())) return comeBack(ctx, channel, id, BUSY_MS)
  const begun = performance.now()
  try {
    await channel.recover(ctx, id)
    while (performance.now() - begun < RUN_MS && (await renew())) {
      const sender = await channel.load(db, id)
      if (!sender || (sender.pausedUntil && sender.pausedUntil > clock.now())) break
      const items = await claim<Item>(db, box, id, clock.now(), channel.batch)
      if (items.length === 0) break
      await channel.send(ctx, sender, items)
    }
  } finally {
    await endLease(db, box, lease)
  }
  // After the lease: what was queued meanwhile found us sending and went away.
  await comeBack(ctx, channel, id, 0)
}

type Waker = Pick<Channel<never, never>, 'box' | 'wake'>

async function comeBack({ db }: JobCtx, { box, wake }: Waker, id: string, leastMs: number): Promise<void> {
  const due = await loadNextDue(db, box, id)
  if (!due) return
  const runAt = new Date(Math.max(clock.now().getTime() + leastMs, due.getTime()))
  await wake(db, id, { runAt, key: `${box.name}.later:${id}` })
}

/** The job of every minute: wakes the senders that a killed process left. */
export async function wakeIdle({ db }: JobCtx, { box, wake }: Waker): Promise<void> {
  for (const { id } of await findIdle(db, box, clock.now())) await wake(db, id, { key: `${box.name}.later:${id}` })
}
