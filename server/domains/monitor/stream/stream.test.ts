import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import type { AlertKind } from '../../../../contract/monitor-figures.ts'
import { MONITOR_STREAM_PATH } from '../../../../contract/monitor.ts'
import { clock } from '../../../platform/clock.ts'
import { buildMonitor, buildWatchedNode } from '../../../test/build/build-monitor.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { readStream, type StreamReader } from '../../../test/outside/read-stream.ts'
import { makeApp, type TestApp } from '../../../test/run/make-app.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { openStreams } from './stream-hub.ts'

const made = await makeApp()
const { call, db, config } = made
const origin = await open(made)
const opened: StreamReader[] = []

async function open({ app }: TestApp): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

afterEach(() => {
  for (const reader of opened.splice(0)) reader.close()
})

async function read(token: string, options?: Parameters<typeof readStream>[2], from = origin): Promise<StreamReader> {
  const reader = await readStream(from, token, options)
  opened.push(reader)
  return reader
}

const raise = (subject: string, resellerId: number | null = null, kind: AlertKind = 'payment.unknown_order') =>
  raiseAlert(db, { resellerId, kind, subject, detail: { count: 1 } }, clock.now())

test('starts with the figures, then sends each change as it happens', async () => {
  const { token } = await buildMonitor(made)
  const nodeId = await buildWatchedNode(made, { name: 'Told' })
  const stream = await read(token)
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const first = await stream.next('snapshot')
  expect(first!.data.nodes.find(({ id }) => id === nodeId)).toMatchObject({ name: 'Told', state: 'up', cpuPercent: 12 })
  await raise('begins')
  const told = await stream.next('alert')
  expect(told).toMatchObject({ id: expect.any(Number), data: { change: 'raised', alert: { subject: 'begins' } } })
  // The figures after an event include it.
  expect((await stream.next('snapshot'))!.data.alerts.map(({ subject }) => subject)).toContain('begins')
  const alertId = told!.data.alert.id
  await call(api.monitor.ack, { alertId }, { token })
  const acked = await stream.next('alert')
  expect(acked!.data).toMatchObject({ change: 'acknowledged', alert: { id: alertId, resolvedAt: expect.any(String) } })
  await call(api.monitor.maintenance, { nodeId, on: true }, { token })
  expect((await stream.next('maintenance'))!.data).toMatchObject({ nodeId, nodeName: 'Told', on: true })
  expect(acked!.id).toBeGreaterThan(told!.id!)
})

test("uses the language of each reader's request in figures, events and lists", async () => {
  const { token } = await buildMonitor(made)
  const texts = { en: 'A payment notice came in that belongs to no order', 'zh-CN': '收到不属于任何订单的付款通知' }
  for (const [language, text] of Object.entries(texts)) {
    const headers = { 'accept-language': language }
    const stream = await read(token, { headers })
    await stream.next('snapshot')
    await raise(`told in ${language}`)
    expect((await stream.next('alert'))!.data.alert.text).toBe(text)
    expect((await stream.next('snapshot'))!.data.alerts[0]!.text).toBe(text)
    expect((await call(api.monitor.alerts, {}, { token, headers })).data.items[0]!.text).toBe(text)
  }
})

test('resumes after the last event by header or query, even at another process', async () => {
  const { token } = await buildMonitor(made)
  const stream = await read(token)
  await stream.next('snapshot')
  await raise('before the break')
  const last = (await stream.next('alert'))!.id!
  stream.close()
  for (const subject of ['missed 1', 'missed 2', 'missed 3']) await raise(subject)
  const second = await makeApp({ DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString() })
  const elsewhere = await open(second)
  const readers = [
    await read(token, { query: `?since=${last}` }),
    await read(token, { headers: { 'last-event-id': String(last) } }, elsewhere),
  ]
  for (const again of readers) {
    for (const subject of ['missed 1', 'missed 2', 'missed 3']) {
      expect((await again.next('alert'))!.data.alert.subject).toBe(subject)
    }
    await again.next('snapshot')
  }
  await raise('live')
  for (const again of readers) expect((await again.next('alert'))!.data.alert.subject).toBe('live')
})

test("a reader limited to one reseller gets its events and nobody else's", async () => {
  await buildReseller(db, { id: 260 })
  await buildReseller(db, { id: 7 })
  const { token } = await buildMonitor(made, { resellerId: 260 })
  const stream = await read(token)
  await stream.next('snapshot')
  await raise('of another', 7)
  await raise('of the platform')
  await raise('node:1', null, 'node.silent')
  await raise('own', 260)
  expect((await stream.next('alert'))!.data.alert.subject).toBe('node:1')
  expect((await stream.next('alert'))!.data.alert.subject).toBe('own')
  const everything = JSON.stringify(stream.seen)
  expect(everything).not.toMatch(/of another|of the platform/)
  expect((await stream.next('snapshot'))!.data.platform).toBeNull()
})

test('is refused like any call: no token, another kind of token, nonsense in the query', async () => {
  const { token } = await buildMonitor(made, { resellerId: 260 })
  const ask = async (headers: Record<string, string>, query = '') => {
    const answer = await made.inject({ url: `${MONITOR_STREAM_PATH}${query}`, headers })
    return [answer.statusCode, answer.json().code]
  }
  expect(await ask({})).toEqual([401, 'auth.required'])
  expect(await ask({ authorization: `Bearer ${'A'.repeat(43)}` })).toEqual([401, 'auth.required'])
  const authorization = `Bearer ${token}`
  expect(await ask({ authorization }, '?since=-1')).toEqual([400, 'request.invalid'])
  expect(await ask({ authorization }, '?other=1')).toEqual([400, 'request.invalid'])
  expect(await ask({ authorization }, '?dailiKey=7')).toEqual([422, 'object.unknown'])
})

test('ends with its session and leaves nothing behind', async () => {
  const { token } = await buildMonitor(made)
  const stream = await read(token)
  await stream.next('snapshot')
  await call(api.monitor.logout, {}, { token })
  expect((await stream.next('end'))!.data).toEqual({ reason: 'signed_out' })
  expect(await stream.next('snapshot')).toBeNull()
})

test('ends at once when the server stops, and the stop does not wait for it', async () => {
  const stopping = await makeApp({ DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString() })
  const { token } = await buildMonitor(made)
  const stream = await read(token, {}, await open(stopping))
  await stream.next('snapshot')
  const [, end] = await Promise.all([stopping.app.close(), stream.next('end')])
  expect(end!.data).toEqual({ reason: 'stopping' })
})

test('stops writing to a reader that accepts nothing, and releases it when it leaves', async () => {
  const { token } = await buildMonitor(made)
  const before = openStreams.count
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET ${MONITOR_STREAM_PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await expect.poll(() => openStreams.count).toBe(before + 1)
  socket.destroy()
  await expect.poll(() => openStreams.count).toBe(before)
})
