import { setTimeout as sleep } from 'node:timers/promises'

import type { Desk } from './desk.ts'

const LOOK_MS = 200

/** Watches how a run gets on, and says at its end how long each stage took. */
export async function withStages<T>(
  { db }: Pick<Desk, 'db'>,
  resellerId: number,
  work: () => Promise<T>,
): Promise<{ run: T; took: string }> {
  const ends = new Map<string, number>()
  let [begun, last] = [performance.now(), '']
  const state = { isOver: false }
  const look = async () => {
    const { rows } = await db.pool.query<{ stage: string; position: number; runs: number }>(
      'select stage, position, runs from imports where reseller_id = $1 order by id desc limit 1',
      [resellerId],
    )
    const [now] = rows
    const seen = JSON.stringify(now ?? '')
    // A stage that counts is over when it last counted.
    if (now && seen !== last && last !== '') ends.set(now.stage === 'nodes' ? 'reading' : now.stage, performance.now())
    last = seen
  }
  const watching = (async () => {
    for (; !state.isOver; await sleep(LOOK_MS)) await look()
    await look()
  })()
  const run = await work().finally(async () => {
    state.isOver = true
    await watching
  })
  const parts: string[] = []
  for (const [stage, at] of ends) {
    parts.push(`${stage} ${((at - begun) / 1000).toFixed(1)} s`)
    begun = at
  }
  return { run, took: parts.join(', ') }
}
