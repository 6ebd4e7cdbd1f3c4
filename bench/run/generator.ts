// The load generator, a separate process: it reads a job from stdin and writes the measurements to stdout. It speaks
// HTTP over bare sockets, one request at a time on each, so that it takes little of the machine that it shares with the
// server.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Job, Measured, Wanted } from './load.ts'

const WARM_SHARE = 0.5
const job = JSON.parse(await text(process.stdin)) as Job
let next = 0
let bad = 0
let firstBad = ''
const times: number[] = []
const warm = job.warm ?? 0
const beganAt = performance.now()
/** The beginning is not counted: code is compiled, connections are opened and statements are planned then. */
let startedAt = performance.now() + (job.seconds === undefined ? 0 : job.seconds * WARM_SHARE * 1000)
const endsAt = job.seconds === undefined ? Number.POSITIVE_INFINITY : startedAt + job.seconds * 1000

await Promise.all(Array.from({ length: job.connections }, run))
const measured: Measured = {
  perSecond: (times.length / (performance.now() - startedAt)) * 1000,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  done: times.length,
  bad,
  firstBad,
}
process.stdout.write(JSON.stringify(measured))

async function run(): Promise<void> {
  const socket = connect(job.port, '127.0.0.1')
  socket.setNoDelay(true)
  const answers = readAnswers(socket)
  while (performance.now() < endsAt && (job.seconds !== undefined || next < job.requests.length)) {
    const wanted = takeOnce() ?? job.requests[next % job.requests.length]!
    const askedAt = job.rate ? beganAt + (next * 1000) / job.rate : performance.now()
    if (warm > 0 && next === warm) startedAt = askedAt
    const counts = next >= warm
    next += 1
    if (askedAt > performance.now()) await sleep(askedAt - performance.now())
    socket.write(write(wanted))
    const { value } = await answers.next()
    if (!value) throw new Error('The server closed a connection')
    if (counts && askedAt >= startedAt) times.push(performance.now() - askedAt)
    if (value.status === (wanted.status ?? 200)) continue
    bad += 1
    firstBad ||= `${wanted.path} ${value.status} ${value.body}`
  }
  socket.end()
}

function takeOnce(): Wanted | undefined {
  if (!job.once || next % job.once.every > 0) return undefined
  return job.once.requests[next / job.once.every]
}

/** Fills in a new key, new numbers and another address for each request, so that no rate limit is measured. */
function write({ method, path, headers = {}, body = '' }: Wanted): string {
  const filled = body.replaceAll('%UUID%', () => randomUUID()).replaceAll('%NUMBER%', () => String(randomInt(100_000)))
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${job.port}`,
    `x-forwarded-for: 10.${[...randomBytes(3)].join('.')}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(filled)}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${filled}`
}

async function* readAnswers(socket: Socket): AsyncGenerator<{ status: number; body: string }> {
  let held: Buffer = Buffer.alloc(0)
  for await (const piece of socket as AsyncIterable<Buffer>) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece])
    const end = held.indexOf('\r\n\r\n')
    if (end < 0) continue
    const head = held.toString('latin1', 0, end)
    const status = Number(head.slice(9, 12))
    const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (Number.isNaN(length)) throw new Error(`An answer without a length: ${head}`)
    if (held.length < end + 4 + length) continue
    yield { status, body: status === 200 ? '' : held.toString('utf8', end + 4, end + 204) }
    held = held.subarray(end + 4 + length)
  }
}

function at(share: number): number {
  times.sort((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}
