import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Inserts one number after the other and records which were acknowledged, and when. */
export type Writer = {
  acked: readonly { number: number; at: number }[]
  stop(): Promise<void>
}

const EVERY_MS = 40
const CONNECT_MS = 1_000
/** An interrupted COMMIT may or may not have been applied: it counts as not acknowledged. */
const GIVE_UP_MS = 3_000

export async function makeProbeTable(url: string): Promise<void> {
  await withClient(url, (client) => client.query('create table if not exists probes (number integer primary key)'))
}

export function startWriter(url: string, from = 1): Writer {
  const acked: { number: number; at: number }[] = []
  const over = new AbortController()
  let number = from - 1
  const loop = (async () => {
    while (!over.signal.aborted) {
      await withClient(url, async (client) => {
        while (!over.signal.aborted) {
          number += 1
          await client.query('insert into probes values ($1)', [number])
          acked.push({ number, at: performance.now() })
          await sleep(EVERY_MS)
        }
      }).catch(() => sleep(EVERY_MS))
    }
  })()
  return {
    acked,
    async stop() {
      over.abort()
      await loop
    },
  }
}

/** Acknowledged numbers that are missing. */
export async function findLost(url: string, { acked }: Writer): Promise<number[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ number: number }>('select number from probes')
    const there = new Set(rows.map((row) => row.number))
    return acked.map(({ number }) => number).filter((number) => !there.has(number))
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const timeouts = { connectionTimeoutMillis: CONNECT_MS, query_timeout: GIVE_UP_MS }
  const client = new pg.Client({ connectionString: url, ...timeouts })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    // Do not use end(): it would wait for a frozen server.
    ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }
}
