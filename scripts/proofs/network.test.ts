import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { timedFetch } from './freeze-watch.ts'
import { findProblems, strikeNetwork, type Figures } from './network.ts'
import { FAULTS, startWire, type Fault } from './wire.ts'

test('resets and trickles on every link: nothing is lost, and everything drains', async () => {
  const { url } = await createTestDatabase()
  const plan = { faults: ['reset', 'trickle'] as const, rounds: 1, strikeMs: 500 }
  expect(findProblems(await strikeNetwork(url, plan), plan)).toEqual([])
})

test('a wire does what it is told to: each fault is felt, and gone when it heals', async () => {
  const body = 'x'.repeat(2_000)
  const server = createServer((_request, answer) => void answer.end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const wire = await startWire({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  onTestFinished(async () => {
    await wire.close()
    server.closeAllConnections()
    server.close()
  })
  const ask = () => timedFetch(wire.url, {}, 1_600)
  const felt: Record<Fault, string> = {
    delay: 'slow',
    cut: 'TypeError',
    reset: 'TypeError',
    trickle: 'slow',
    'black hole': 'TimeoutError',
    'half-open': 'TimeoutError',
  }
  for (const fault of FAULTS) {
    wire.strike(fault)
    const { status, text, ms } = await ask()
    expect([fault, status === '200' && ms > 500 ? 'slow' : status]).toEqual([fault, felt[fault]])
    if (status === '200') expect(text).toBe(body)
    wire.heal()
    // A connection that was lost is found out by its caller once, and then a new one is opened.
    await expect.poll(async () => (await ask()).text).toBe(body)
  }
})

test('whatever is lost or left over is reported', () => {
  const plan = { faults: ['cut'] as const, rounds: 1, strikeMs: 1 }
  const good: Figures = {
    seconds: 1,
    strikes: 4,
    answers: {
      done: 2,
      '503': 1,
    },
    acked: 2,
    failed: [],
    ackedButUnpaid: 0,
    hangMs: {
      'client–server': 1,
      'server–database': 1,
      'server–gateway': 1,
      'agent–server': 1,
    },
    truth: {
      paid: 2,
      paidFen: 5,
    },
    ours: {
      paid: 2,
      paidFen: 5,
      creditedFen: 5,
    },
    bookProblems: [],
    traffic: {
      sent: 9,
      counted: 9,
      batches: 1,
      repeats: 0,
    },
    drained: {
      ms: 1,
      sockets: 20,
      before: 20,
      transactions: 0,
    },
  }
  expect(findProblems(good, plan)).toEqual([])
  const wrong: Partial<Figures>[] = [
    { strikes: 3 },
    { traffic: { ...good.traffic, counted: 8 } },
    { drained: { ...good.drained, sockets: 99 } },
    { drained: { ...good.drained, transactions: 1 } },
    { bookProblems: ['unequal'] },
  ]
  for (const each of wrong) expect(findProblems({ ...good, ...each }, plan), JSON.stringify(each)).toHaveLength(1)
})
