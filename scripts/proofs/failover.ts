import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Letter } from '../../cashier/notifier.ts'
import { MONITOR_STREAM_PATH } from '../../contract/monitor.ts'
import { raiseAlert } from '../../server/domains/alerts/alerts.ts'
import { checkBooks } from '../../server/domains/books/check-books.ts'
import { freePort } from '../../test/free-port.ts'
import { makePaid } from './kills.ts'
import { buildPlan, inParallel, sendLetter, sendUntilAcked, shuffle, withPayWorld, type PayWorld } from './pay-world.ts'
import { signInMonitor } from './streams.ts'

/** Two processes on one database: the first is killed while both settle payments and feed streams. */
export type Load = { payments: number; streams: number; atOnce: number }
export type Figures = {
  acked: number
  ackedButUnpaid: number
  unpaid: number
  events: number
  reconnects: number
  /** Streams that missed or repeated an event. */
  wrong: number
  bookProblems: string[]
}
type Reader = { ids: number[]; reconnects: number; stop(): void; done: Promise<void> }

const EVENT_EVERY_MS = 20
const LAST_EVENT_MS = 20_000

export function findProblems(figures: Figures, load: Load): string[] {
  const problems: [boolean, string][] = [
    [figures.acked === 0, 'nothing was acknowledged before the kill'],
    [figures.ackedButUnpaid > 0, `${figures.ackedButUnpaid} acknowledged payments were lost`],
    [figures.unpaid > 0, `${figures.unpaid} payments never ended`],
    [figures.reconnects < load.streams, `only ${figures.reconnects} streams had to reconnect`],
    [figures.wrong > 0, `${figures.wrong} streams missed or repeated an event`],
    [figures.events < 2, 'hardly anything happened'],
  ]
  return [...problems.filter(([isWrong]) => isWrong).map(([, text]) => text), ...figures.bookProblems]
}

export function killOneOfTwo(databaseUrl: string, load: Load): Promise<Figures> {
  return withPayWorld(databaseUrl, async (world) => {
    await world.control.change({ isOn: false })
    const first = await world.start()
    const second = await world.start(await freePort())
    const token = await signInMonitor(world.db, world.config, world.url)
    const readers = Array.from({ length: load.streams }, () => openReader([first.url, second.url], token))
    const letters = await makePaid(world, await buildPlan(world), load.payments)
    const events = makeEvents(world)
    const acked = await tellBoth(letters, [first.url, second.url], load, first.kill)
    const ackedButUnpaid = await countUnpaid(world, acked)
    await sendUntilAcked(letters.map(at(second.url)), load.atOnce)
    const told = await events.stop()
    const wrong = await countWrong(readers, told)
    for (const reader of readers) reader.stop()
    await Promise.all(readers.map(({ done }) => done))
    return {
      acked: acked.length,
      ackedButUnpaid,
      unpaid: await countUnpaid(world, letters),
      events: told.length,
      reconnects: readers.reduce((sum, reader) => sum + reader.reconnects, 0),
      wrong,
      bookProblems: (await checkBooks(world.db)).problems,
    }
  })
}

/** The same notify at another process, as a balancer would pass it on. */
const at = (url: string) => (letter: Letter) => ({
  ...letter,
  url: Object.assign(new URL(letter.url), { port: new URL(url).port }).href,
})

/**
 * Sends every notify to one of the two processes and kills the first in the middle. Returns the acknowledged payments.
 */
async function tellBoth(letters: Letter[], urls: string[], { atOnce }: Load, kill: () => Promise<void>) {
  const deathAfter = Math.floor(letters.length / 3)
  let answered = 0
  let death: Promise<void> | null = null
  const answers = await inParallel(shuffle([...letters]), atOnce, async (letter) => {
    const answer = await sendLetter(at(urls[randomInt(urls.length)]!)(letter))
    answered += 1
    if (answered >= deathAfter) death ??= kill()
    return { ...letter, answer }
  })
  await death
  return answers.filter(({ answer }) => answer === 'success')
}

async function countUnpaid({ db }: PayWorld, letters: readonly Letter[]): Promise<number> {
  const numbers = letters.map(({ outTradeNo }) => outTradeNo)
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int as count from payments where out_trade_no = any($1) and state <> 'paid'`,
    [numbers],
  )
  return rows[0]!.count
}

/** Reads from the first process. When it is gone, goes on at the next one from the last id seen. */
function openReader(urls: readonly string[], token: string): Reader {
  const stopped = new AbortController()
  const reader: Reader = { ids: [], reconnects: -1, stop: () => stopped.abort(), done: Promise.resolve() }
  let turn = 0
  reader.done = (async () => {
    while (!stopped.signal.aborted) {
      const since = reader.ids.at(-1) ?? 0
      const url = `${urls[turn % urls.length]}${MONITOR_STREAM_PATH}?since=${since}`
      await readStream(url, token, stopped.signal, reader).catch(() => sleep(50))
      turn += 1
    }
  })()
  return reader
}

async function readStream(url: string, token: string, signal: AbortSignal, reader: Reader): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal })
  if (!answer.ok || !answer.body) throw new Error(`A stream was answered with ${answer.status}`)
  reader.reconnects += 1
  let rest = ''
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('id: ')) reader.ids.push(Number(line.slice(4)))
  }
}

function makeEvents({ db }: PayWorld) {
  const state = { isOn: true }
  const loop = (async () => {
    for (let turn = 0; state.isOn; turn += 1) {
      await raiseAlert(db, { resellerId: null, kind: 'payment.unknown_order', subject: `turn:${turn}` }, new Date())
      await sleep(EVENT_EVERY_MS)
    }
  })()
  return {
    /** Ids of all events, after a reader has numbered the last one. */
    async stop(): Promise<number[]> {
      state.isOn = false
      await loop
      const until = performance.now() + LAST_EVENT_MS
      for (;;) {
        const rows = await db.kysely.selectFrom('monitorEvents').select('id').execute()
        const ids = rows.flatMap(({ id }) => (id === null ? [] : [id])).sort((a, b) => a - b)
        if (ids.length === rows.length || performance.now() > until) return ids
        await sleep(50)
      }
    },
  }
}

async function countWrong(readers: readonly Reader[], told: readonly number[]): Promise<number> {
  // More events may come now: compare only those of the load.
  const last = told.at(-1) ?? 0
  const isRight = ({ ids }: Reader) => {
    const seen = ids.filter((id) => id <= last)
    return seen.length === told.length && seen.every((id, index) => id === told[index])
  }
  const until = performance.now() + LAST_EVENT_MS
  while (!readers.every(isRight) && performance.now() < until) await sleep(100)
  return readers.filter((reader) => !isRight(reader)).length
}
