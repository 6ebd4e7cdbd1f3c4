import { addHook } from '../../server/domains/webhooks/own-hooks.ts'
import { tellHooks } from '../../server/domains/webhooks/tell-hooks.ts'
import { inTx } from '../../server/platform/context.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { forgeHooks, postHook } from '../../server/test/attack/forge-hooks.ts'
import { startReceiver, type Heard, type HookAnswer } from '../../server/test/outside/hook-receiver.ts'
import { proveSending, sendThroughKill, type Sent } from './killed-sender.ts'

/** Events about so many objects; half of the events are answered 500 at first, and the server is killed once with -9. */
export type Flood = { events: number; objects: number }
type Row = { id: string; state: string; tries: number; logged: number; interrupted: number }
type Forged = { how: string; status: number }
/** What the receiver's library took and how much it refused of ours, and what each forged call was answered. */
type Figures = Sent<Row[]> & { heard: Heard[]; refused: number; forged: Forged[] }

const FULL: Flood = { events: 1000, objects: 200 }
const RESELLER = 260

export const prove = () =>
  proveSending(
    (url) => floodHook(url, FULL),
    (figures) => findProblems(figures, FULL),
    print,
  )

export async function floodHook(databaseUrl: string, { events, objects }: Flood): Promise<Figures> {
  const receiver = await startReceiver(({ body }, seen) => (seen === 0 ? troubleOf(numberOf(body)) : 204))
  let secret = ''
  try {
    const sent = await sendThroughKill(databaseUrl, {
      queue: 'webhook_deliveries',
      countArrived: () => receiver.heard.length,
      killFrom: events / 3,
      fill: async ({ db, config }) => {
        const wish = { name: 'proof', url: receiver.url, isLocal: true, events: ['order.paid' as const] }
        const by = { team: null, actor: 'operator:proof' }
        secret = (await addHook({ db, config, now: new Date() }, by, wish)).secret
        receiver.trust(secret)
        for (let n = 0; n < events; n += 1) {
          const about = { resellerId: RESELLER, type: 'order.paid', object: `order:${n % objects}` } as const
          await inTx({ db, now: new Date() }, async (tx) => tellHooks(tx, { ...about, data: { n } }))
        }
      },
      read: readRows,
    })
    const [heard, refused] = [[...receiver.heard], receiver.refused.length]
    const forged: Forged[] = []
    for (const [how, call] of forgeHooks(heard.at(-1)!, secret)) {
      forged.push({ how, status: await postHook(receiver.url, call) })
    }
    return { ...sent, heard, refused, forged }
  } finally {
    receiver.close()
  }
}

const numberOf = (body: string) => (JSON.parse(body) as { data: { n: number } }).data.n

/** What an event meets at its first try. */
function troubleOf(n: number): HookAnswer {
  if (n % 2 === 0) return 500
  if (n % 97 === 0) return 'hang'
  if (n % 51 === 0) return { status: 429, headers: { 'retry-after': '1' } }
  if (n % 13 === 0) return 'reset'
  return n % 7 === 0 ? 'slow' : 204
}

async function readRows(db: Db): Promise<Row[]> {
  const { rows } = await db.pool.query<Row>(
    `select 'msg_' || replace(d.event_id::text, '-', '') as id, d.state, d.tries,
            (count(t.id) filter (where t.problem is distinct from 'interrupted'))::integer as logged,
            (count(t.id) filter (where t.problem = 'interrupted'))::integer as interrupted
       from webhook_deliveries d left join webhook_tries t on t.delivery_id = d.id group by d.id order by d.id`,
  )
  return rows
}

export function findProblems(figures: Figures, { events, objects }: Flood): string[] {
  const { arrivedAtKill, rows, heard, refused, forged } = figures
  const calls = Map.groupBy(heard, ({ id }) => id)
  const unheard = rows.filter(({ id, state }) => state !== 'delivered' || !calls.get(id)?.some(isTaken))
  // Each call is in the log; of those under way at the kill the log knows that they were interrupted.
  const unlogged = rows.filter(({ id, logged, interrupted }) => {
    const count = calls.get(id)?.length ?? 0
    return count < logged || count > logged + interrupted
  })
  const isInside = arrivedAtKill > 0 && arrivedAtKill < events
  return [
    ...(isInside ? [] : [`the kill was not in the middle: ${arrivedAtKill}`]),
    ...(rows.length === events && calls.size === events ? [] : [`${calls.size} ids of ${rows.length} for ${events}`]),
    ...unheard.map(({ id, state }) => `${id} did not arrive and is ${state}`),
    ...unlogged.map(({ id, logged }) => `${id} was heard ${calls.get(id)?.length ?? 0} times, the log has ${logged}`),
    ...findDisorder(heard, objects),
    ...(refused === 0 ? [] : [`the library refused ${refused} of our own calls`]),
    ...(heard.length > events * 1.25 ? [] : ['hardly any event met trouble']),
    ...(forged.length > 0 ? [] : ['nothing was forged']),
    ...forged.filter(({ status }) => status !== 401).map(({ how, status }) => `forged (${how}): answered ${status}`),
  ]
}

const isTaken = ({ answer }: Heard) => answer === '204' || answer === 'slow'

/** No event of an object may come before an earlier one was taken. */
function findDisorder(heard: readonly Heard[], objects: number): string[] {
  const taken = new Map<number, number>()
  return heard.flatMap((call) => {
    const n = numberOf(call.body)
    const object = n % objects
    const last = taken.get(object) ?? object - objects
    if (isTaken(call)) taken.set(object, Math.max(last, n))
    return n > last + objects ? [`event ${n} came before event ${last + objects} was taken`] : []
  })
}

function print({ seconds, arrivedAtKill, rows, heard, forged }: Figures): void {
  const answers = Map.groupBy(heard, ({ answer }) => answer)
  const said = [...answers].map(([answer, calls]) => `${answer}: ${calls.length}`).join(', ')
  const interrupted = rows.reduce((sum, row) => sum + row.interrupted, 0)
  console.log(`${rows.length} events in ${seconds.toFixed(0)} s, one kill with -9 after ${arrivedAtKill} calls`)
  console.log(`  ${heard.length} calls (${said}), ${interrupted} under way at the kill`)
  const held = forged.filter(({ status }) => status === 401).length
  console.log(`  each verified by the library standardwebhooks, which refused ${held} of ${forged.length} forged calls`)
}
