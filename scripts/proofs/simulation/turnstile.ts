import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as afterReading, setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

import type { Host } from './host.ts'

/** One person, job or notify under way. Two of them meet only where one waits at the turnstile. */
export type Task = { name: string; host: Host; isOver: boolean }
/** Whose code runs now: a statement and a question to the gateway belong to it. */
export const under = new AsyncLocalStorage<Task>()

type Answer = { error: unknown; result: unknown }
type Held = {
  task: Task
  host: Host
  client: pg.PoolClient
  name: string
  send(): void
  answered: Promise<Answer>
  deliver(answer: Answer): void
}
type Statement = { name?: string; text: string; callback?: (error: unknown, result: unknown) => void }

/** What a task hears whose process was killed. */
const gone = () => new Error('the process is gone')

/** In place of the driver's `query`: keeps the statement of a task until it is let through. */
function keepBack(host: Host, client: pg.PoolClient, keep: (held: Held) => void) {
  const send = client.query.bind(client) as (what: unknown, done?: unknown) => unknown
  return (what: Statement) => {
    const task = under.getStore()
    if (!task) return send(what)
    const { promise: answered, resolve: answer } = Promise.withResolvers<Answer>()
    const own = Promise.withResolvers<unknown>()
    own.promise.catch(() => {})
    const kept = what.callback
    const deliver = ({ error, result }: Answer) => {
      if (kept) kept.call(what, error, result)
      else if (error) own.reject(error as Error)
      else own.resolve(result)
    }
    const done = (error: unknown, result: unknown) => answer({ error, result })
    if (kept) what.callback = done
    const go = () => void (kept ? send(what) : send(what, done))
    keep({ task, host, client, name: what.name ?? what.text.slice(0, 40), send: go, answered, deliver })
    return kept ? what : own.promise
  }
}

/** Whether it was answered; false when it waits for a lock. */
async function isAnswered(control: pg.Pool, one: Held): Promise<boolean> {
  for (;;) {
    if (await Promise.race([one.answered.then(() => true), pause(2, false)])) return true
    const { rows } = await control.query<{ waits: boolean }>(
      `select wait_event_type = 'Lock' as waits from pg_stat_activity where pid = $1`,
      [pidOf(one.client)],
    )
    if (rows[0]?.waits) return false
  }
}

async function endConnections(control: pg.Pool, host: Host): Promise<void> {
  host.die()
  const pids = [...host.clients].map(pidOf)
  await control.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
  const left = `select 1 from pg_stat_activity where pid = any($1)`
  while ((await control.query(left, [pids])).rows.length > 0) await pause(1)
}

/**
 * Lets one statement through at a time, of whichever task it is told to. So what two processes do to each other depends
 * only on the order that the seed draws, and a process can be killed between any two statements.
 */
export function openTurnstile(control: pg.Pool) {
  const waiting: Held[] = []
  /** Sent, and waiting for a lock that another transaction has. */
  const blocked: Held[] = []
  const tasks = new Set<Task>()

  /** Until each task has said what it wants from the database next, or is over. */
  async function settle(): Promise<void> {
    for (let round = 0; ; round += 1) {
      await afterReading()
      const busy = [...tasks].filter((task) => ![...waiting, ...blocked].some((one) => one.task === task))
      if (busy.length === 0 && round > 1) return
      // A connection that is being opened.
      if (round > 50) await pause(1)
    }
  }

  async function deliver(one: Held, as?: Answer): Promise<void> {
    one.deliver(as ?? (await one.answered))
    await settle()
  }

  /** What a lock held back may have got it now. */
  async function release(): Promise<void> {
    for (const one of blocked.slice()) {
      if (!(await isAnswered(control, one))) continue
      remove(blocked, one)
      await deliver(one)
    }
  }

  return {
    follow(host: Host, client: pg.PoolClient): void {
      client.query = keepBack(host, client, (held) => waiting.push(held)) as unknown as typeof client.query
    },
    settle,
    /** The statements that could go next: the oldest of each connection that waits for nothing. */
    ready: () => waiting.filter((one, at) => !isBehind(one, waiting.slice(0, at)) && !isBehind(one, blocked)),
    isIdle: () => tasks.size === 0,
    count: () => tasks.size,
    begin(task: Task, work: () => Promise<void>): Promise<void> {
      tasks.add(task)
      const end = () => {
        task.isOver = true
        tasks.delete(task)
      }
      void under.run(task, work).then(end, end)
      return settle()
    },
    /** `isLost`: the database does it, and the process is killed before it hears of that. */
    async pass(one: Held, isLost: boolean): Promise<void> {
      remove(waiting, one)
      one.send()
      if (!(await isAnswered(control, one))) return void blocked.push(one)
      if (isLost) await killHost(one.host, one)
      else await deliver(one)
      await release()
    },
    /** Nothing can go on but by itself: a deadlock, which the database ends. */
    async waitForLock(): Promise<void> {
      await Promise.race(blocked.map(({ answered }) => answered))
      await release()
    },
    async kill(host: Host): Promise<void> {
      await killHost(host)
      await release()
    },
  }

  async function killHost(host: Host, last?: Held): Promise<void> {
    await endConnections(control, host)
    const lost = [waiting, blocked].flatMap((list) => list.filter((one) => one.host === host))
    for (const one of [...(last ? [last] : []), ...lost]) {
      remove(waiting, one)
      remove(blocked, one)
      one.deliver({ error: gone(), result: null })
    }
    await settle()
  }
}
export type Turnstile = ReturnType<typeof openTurnstile>

const pidOf = (client: pg.ClientBase) => (client as unknown as { processID: number }).processID
const isBehind = ({ client }: Held, others: readonly Held[]) => others.some((other) => other.client === client)

function remove<T>(list: T[], one: T): void {
  const at = list.indexOf(one)
  if (at >= 0) list.splice(at, 1)
}
