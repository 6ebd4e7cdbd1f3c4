import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { passMs } from '../test/calls.ts'
import { ApiError } from './api-error.ts'
import type { StreamEvent } from './event-parser.ts'
import { type EventStream, followEvents, type LinkState } from './event-stream.ts'

type Source = ReadableStreamDefaultController<Uint8Array>
type Opened = {
  lastId: string | null
  signal: AbortSignal
  say(text: string | Uint8Array): Promise<void>
  source: Source
}

let stream: EventStream

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
})
afterEach(() => {
  stream.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A server that the test controls by hand; `refuse` lists errors for the next requests instead of a stream. */
function follow(refuse: (ApiError | TypeError)[] = []) {
  const opened: Opened[] = []
  const events: StreamEvent[] = []
  const states: LinkState[] = []
  const refused: ApiError[] = []
  let asked = 0
  stream = followEvents({
    open: (lastId, signal) => {
      asked += 1
      const error = refuse.shift()
      if (error) return Promise.reject(error)
      let source!: Source
      const body = new ReadableStream<Uint8Array>({ start: (given) => void (source = given) })
      const say = async (text: string | Uint8Array) => {
        source.enqueue(typeof text === 'string' ? new TextEncoder().encode(text) : text)
        await passMs(0)
      }
      opened.push({ lastId, signal, say, source })
      return Promise.resolve(body)
    },
    onEvent: (event) => void events.push(event),
    onState: (state) => void (states.at(-1) === state || states.push(state)),
    onRefused: (error) => void refused.push(error),
  })
  return { opened, events, states, refused, asked: () => asked }
}

const refusal = (status: number) => new ApiError({ code: 'request.forbidden', status, message: 'x' })

it('joins text that was cut inside a character', async () => {
  const { opened, events, states } = follow()
  await passMs(0)
  const bytes = new TextEncoder().encode('data: 节点\n\n')
  for (const byte of bytes) await opened[0]!.say(Uint8Array.of(byte))
  expect(events).toEqual([{ name: 'message', data: '节点', id: null }])
  expect(states).toEqual(['connecting', 'live'])
})

it('resumes after the last id, and waits longer after each failure', async () => {
  const { opened, states, asked } = follow()
  await passMs(0)
  await opened[0]!.say('id: 41\ndata: 1\n\nid: 42\ndata: 2\n\ndata: 3\n\n')
  opened[0]!.source.close()
  await passMs(499)
  expect([asked(), states.at(-1)]).toEqual([1, 'waiting'])
  await passMs(1)
  expect(opened.map(({ lastId }) => lastId)).toEqual([null, '42'])
  opened[1]!.source.error(new TypeError('network'))
  await passMs(999)
  expect(asked()).toBe(2)
  await passMs(1)
  expect(asked()).toBe(3)
  // After new data, the next break waits as briefly as the first one.
  await opened[2]!.say(': \n\n')
  opened[2]!.source.close()
  await passMs(500)
  expect(opened.map(({ lastId }) => lastId)).toEqual([null, '42', '42', '42'])
})

it('never waits longer than 15 s', async () => {
  const { asked } = follow(Array.from({ length: 20 }, () => new TypeError('network')))
  await passMs(120_000)
  const before = asked()
  await passMs(15_000)
  expect(asked()).toBe(before + 1)
})

it('accepts a starting id before the first event id, never afterwards', async () => {
  const { opened } = follow()
  await passMs(0)
  stream.resumeAfter('7')
  stream.resumeAfter('5')
  opened[0]!.source.close()
  await passMs(500)
  expect(opened[1]!.lastId).toBe('7')
  await opened[1]!.say('id: 9\ndata: 1\n\n')
  stream.resumeAfter('8')
  opened[1]!.source.close()
  await passMs(500)
  expect(opened[2]!.lastId).toBe('9')
})

it('drops a silent connection; a comment counts as a sign of life', async () => {
  const { opened, asked } = follow()
  await passMs(20_000)
  await opened[0]!.say(': \n\n')
  await passMs(20_000)
  expect(opened[0]!.signal.aborted).toBe(false)
  await passMs(6_000)
  expect(opened[0]!.signal.aborted).toBe(true)
  await passMs(500)
  expect(asked()).toBe(2)
})

it('hurries when asked: ends a wait, and drops a connection that was silent lately', async () => {
  const { opened, asked } = follow([new TypeError('network'), new TypeError('network'), new TypeError('network')])
  await passMs(1_500)
  expect(asked()).toBe(3)
  stream.hurry()
  await passMs(0)
  expect(asked()).toBe(4)
  await opened[0]!.say(': \n\n')
  stream.hurry()
  expect(opened[0]!.signal.aborted).toBe(false)
  await passMs(6_000)
  stream.hurry()
  expect(opened[0]!.signal.aborted).toBe(true)
})

it.each([400, 401, 403, 404, 422])('a refusal with %i ends the stream', async (status) => {
  const { refused, asked } = follow([refusal(status)])
  await passMs(60_000)
  expect([asked(), refused.map((error) => error.status)]).toEqual([1, [status]])
})

it.each([0, 408, 429, 500, 503])('%i does not end the stream', async (status) => {
  const { refused, asked } = follow([refusal(status)])
  await passMs(500)
  expect([asked(), refused]).toEqual([2, []])
})

it('reports nothing and sends no request after stop', async () => {
  const { opened, events, asked } = follow()
  await passMs(0)
  stream.stop()
  expect(opened[0]!.signal.aborted).toBe(true)
  await passMs(60_000)
  expect([asked(), events]).toEqual([1, []])
})
