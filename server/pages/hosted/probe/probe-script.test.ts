import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

import type { ProbeMessage } from '../../../../contract/probe.ts'
import { PROBE_SCRIPT, PROBE_SCRIPT_HASH } from './probe-script.ts'

const ORIGIN = 'https://portal.example'

/** Runs the page's script against nodes that take these times, one per round; null is a failure. */
async function run(nodes: Record<string, (number | null)[]>) {
  let nowMs = 0
  const told: { message: ProbeMessage; to: string }[] = []
  const asked: RequestInit[] = []
  const rounds = new Map(Object.entries(nodes).map(([url, times]) => [url, [...times]]))
  await (runInNewContext(PROBE_SCRIPT, {
    document: { body: { dataset: { urls: JSON.stringify(Object.keys(nodes)) } } },
    location: { origin: ORIGIN },
    parent: { postMessage: (message: ProbeMessage, to: string) => void told.push({ message, to }) },
    performance: { now: () => nowMs },
    fetch: (url: string, init: RequestInit) => {
      asked.push(init)
      const tookMs = rounds.get(url)!.shift() ?? null
      if (tookMs === null) return Promise.reject(new TypeError('Failed to fetch'))
      nowMs += tookMs
      return Promise.resolve()
    },
    AbortController,
    setTimeout,
    clearTimeout,
  }) as Promise<void>)
  return { told, asked }
}

test('takes the smaller of two rounds and reports to no other origin', async () => {
  const { told, asked } = await run({ 'https://a.example/': [180.4, 42.6] })
  expect(told).toEqual([
    { message: { url: 'https://a.example/', ms: 43 }, to: ORIGIN },
    { message: { done: true }, to: ORIGIN },
  ])
  const plain = { mode: 'no-cors', cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' }
  expect(asked).toEqual([expect.objectContaining(plain), expect.objectContaining(plain)])
})

test('reports no time for a dead node and does not wait for it; one answer is enough', async () => {
  const { told } = await run({ 'https://dead.example/': [null], 'https://once.example/': [90, null] })
  expect(told.map(({ message }) => message)).toEqual([{ url: 'https://once.example/', ms: 90 }, { done: true }])
})

test('measures every node, however many there are', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `https://n${index}.example/`)
  const { told } = await run(Object.fromEntries(names.map((name) => [name, [5, 5]])))
  const urls = told.flatMap(({ message }) => ('url' in message ? [message.url] : []))
  expect(urls.toSorted()).toEqual(names)
  expect(told.at(-1)!.message).toEqual({ done: true })
})

test('is the script that the policy allows', () => {
  expect(PROBE_SCRIPT_HASH).toBe(`sha256-${createHash('sha256').update(PROBE_SCRIPT).digest('base64')}`)
  expect(PROBE_SCRIPT).not.toContain('</')
})
