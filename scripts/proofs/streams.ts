import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

import { api } from '../../contract/api.ts'
import { MONITOR_STREAM_PATH } from '../../contract/monitor.ts'
import { readConfig, type Config } from '../../server/config.ts'
import { raiseAlert } from '../../server/domains/alerts/alerts.ts'
import { addMonitor } from '../../server/domains/monitor/monitors/manage-monitors.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { makeDataDir, removeDataDir, startServer } from '../../server/test/run/server-process.ts'
import { withDatabase } from './throwaway-server.ts'

/** This many streams on one process for `seconds`, with an event every `eventEveryMs`. */
export type Load = { streams: number; seconds: number; eventEveryMs: number; windowS: number }
export type Figures = {
  streams: number
  ended: number
  events: number
  /** Streams that did not get every event exactly once, in order. */
  wrong: number
  snapshots: number
  /** Mean memory of the process in the second window, and in the last one. */
  earlyBytes: number
  lateBytes: number
}
type Reader = { answer: IncomingMessage; ids: number[]; snapshots: number; isEnded: boolean }

const FULL: Load = { streams: 500, seconds: 300, eventEveryMs: 1_000, windowS: 60 }
const GROWTH_MAX = 1.15
const OPENED_AT_ONCE = 50
const LAST_EVENT_MS = 20_000
/** The process reports its memory this often. */
const SAMPLE_MS = 5_000

export async function prove(): Promise<boolean> {
  const figures = await withDatabase((url) => openStreams(url, FULL))
  const { streams, events, snapshots, earlyBytes, lateBytes } = figures
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
  console.log(`  ${streams} streams for ${FULL.seconds} s, ${events} events, ${snapshots} snapshots read`)
  console.log(`  memory: second minute ${mb(earlyBytes)}, last minute ${mb(lateBytes)}, ratio ${ratioOf(figures)}`)
  const problems = findProblems(figures, FULL)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}

export function findProblems(figures: Figures, load: Load): string[] {
  const problems: [boolean, string][] = [
    [figures.streams !== load.streams, `only ${figures.streams} streams were opened`],
    [figures.ended > 0, `${figures.ended} streams ended by themselves`],
    [figures.wrong > 0, `${figures.wrong} streams missed or repeated an event`],
    [figures.events < 2, 'hardly anything happened'],
    [figures.snapshots < load.streams, 'not every stream got figures'],
    [ratioOf(figures) > GROWTH_MAX, `memory grew by ${ratioOf(figures)}`],
  ]
  return problems.filter(([isWrong]) => isWrong).map(([, text]) => text)
}

function ratioOf({ earlyBytes, lateBytes }: Figures): number {
  return Math.round((lateBytes / earlyBytes) * 1000) / 1000
}

export async function openStreams(databaseUrl: string, load: Load): Promise<Figures> {
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: randomBytes(32).toString('hex'), LOG_LEVEL: 'silent' }
  const db = createDb({ url: databaseUrl, poolSize: 4, applicationName: 'yuxian-proof' })
  const dataDir = makeDataDir()
  const server = await startServer({ dataDir, env })
  try {
    const token = await signInMonitor(db, readConfig(env), server.url)
    const readers: Reader[] = []
    while (readers.length < load.streams) {
      const count = Math.min(OPENED_AT_ONCE, load.streams - readers.length)
      readers.push(...(await Promise.all(Array.from({ length: count }, () => openReader(server.url, token)))))
    }
    const samples = await live(db, server.pid, load)
    return await judge(db, readers, samples, load)
  } finally {
    await server.stop()
    await db.close()
    removeDataDir(dataDir)
  }
}

/** Makes a monitor account for the proof and signs it in over the wire. */
export async function signInMonitor(db: Db, config: Config, url: string): Promise<string> {
  const wish = { userName: 'proof', resellerId: null, withTotp: false }
  const { password } = await addMonitor({ db, config, now: new Date() }, wish, 'operator:proof')
  const answer = await fetch(url + api.monitor.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: wish.userName, passWord: password }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

export async function openReader(url: string, token: string): Promise<Reader> {
  // Start at the first event: one may happen while the later streams are being opened.
  const request = get(`${url}${MONITOR_STREAM_PATH}?since=0`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`A stream was answered with ${answer.statusCode}`)
  const reader: Reader = { answer, ids: [], snapshots: 0, isEnded: false }
  let rest = ''
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('id: ')) reader.ids.push(Number(line.slice(4)))
      else if (line === 'event: snapshot') reader.snapshots += 1
    }
  })
  answer.on('error', () => {})
  answer.on('close', () => (reader.isEnded = true))
  return reader
}

/** Raises alerts and reads the server's memory until the time is over. */
async function live(db: Db, pid: number, load: Load): Promise<{ atS: number; bytes: number }[]> {
  const samples: { atS: number; bytes: number }[] = []
  const startedAt = performance.now()
  const passedMs = () => performance.now() - startedAt
  for (let turn = 0; passedMs() < load.seconds * 1000; turn += 1) {
    await raiseAlert(db, { resellerId: null, kind: 'payment.unknown_order', subject: `turn:${turn}` }, new Date())
    if (passedMs() >= samples.length * SAMPLE_MS) {
      const rows = await db.kysely.selectFrom('processes').select('rssBytes').where('pid', '=', pid).execute()
      samples.push({ atS: passedMs() / 1000, bytes: rows[0]?.rssBytes ?? 0 })
    }
    await delay(load.eventEveryMs)
  }
  return samples
}

async function judge(
  db: Db,
  readers: Reader[],
  samples: { atS: number; bytes: number }[],
  { seconds, windowS }: Load,
): Promise<Figures> {
  const ended = readers.filter(({ isEnded }) => isEnded).length
  const events = await db.kysely.selectFrom('monitorEvents').select('id').orderBy('key').execute()
  const isRight = ({ ids }: Reader) =>
    ids.length === events.length && ids.every((id, at) => at === 0 || id > ids[at - 1]!)
  const until = performance.now() + LAST_EVENT_MS
  while (!readers.every(isRight) && performance.now() < until) await delay(100)
  const wrong = readers.filter((reader) => !isRight(reader)).length
  for (const { answer } of readers) answer.destroy()
  const mean = (fromS: number, toS: number) => {
    const inside = samples.filter(({ atS, bytes }) => atS >= fromS && atS < toS && bytes > 0)
    return inside.reduce((sum, { bytes }) => sum + bytes, 0) / inside.length
  }
  return {
    streams: readers.length,
    ended,
    events: events.length,
    wrong,
    snapshots: readers.reduce((sum, reader) => sum + reader.snapshots, 0),
    earlyBytes: mean(windowS, 2 * windowS),
    lateBytes: mean(seconds - windowS, seconds + 1),
  }
}
