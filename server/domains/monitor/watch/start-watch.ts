import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { withOwnRules } from '../../alerts/alert-rules.ts'
import { removeHeartbeat } from '../figures/platform-queries.ts'
import { createHeart } from './heartbeat.ts'
import { takeRound } from './queries.ts'
import { watchNodes } from './watch-nodes.ts'
import { watchPlatform } from './watch-platform.ts'

type WatchDeps = { db: Db; config: Config; log: Logger }
export type RunningWatch = { stop(): Promise<void> }

/** With 8 s of allowed silence, this notices a dead node within 10 s. */
const NODES_MS = 1_000
const PLATFORM_MS = 10_000
const HEARTBEAT_MS = 5_000
/** After this long without a round, the watch counts as interrupted. */
const BREAK_MS = 10_000
/** The first round of a process: so long without one means that no process ran, as in each update. */
const RESTART_MS = 2 * NODES_MS
/** Shortens the round slightly, so that two processes that alternate do not miss one by a few milliseconds. */
const SLACK_MS = 100

/** Watches nodes and platform until stopped. Every process tries each round; the database lets one do it. */
export function startWatch({ db, config, log }: WatchDeps): RunningWatch {
  const stopping = new AbortController()
  const heart = createHeart(config)
  const watch = makeRounds({ db, config, log })
  let beatAt = 0

  async function round(): Promise<void> {
    if (Date.now() - beatAt >= HEARTBEAT_MS) {
      beatAt = Date.now()
      await heart.beat(db, clock.now())
    }
    await watch()
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await round().catch((error: Error) => log.warn(`the watch could not look: ${error.message}`))
      await delay(NODES_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const ended = run()
  return {
    async stop() {
      stopping.abort()
      await ended
      heart.stop()
      await removeHeartbeat(db, heart.id).catch(() => {})
    },
  }
}

/** The rounds of one process. The first one after a time without any server says how long that was. */
export function makeRounds({ db, config, log }: WatchDeps): () => Promise<void> {
  let breakMs = RESTART_MS
  return async () => {
    const now = clock.now()
    const ctx = { db, config: await withOwnRules(db, config), now }
    const round = await takeRound(db, 'nodes', { everyMs: NODES_MS - SLACK_MS, breakMs, now })
    breakMs = BREAK_MS
    if (round?.awayS) log.info(`the watch is back after ${round.awayS} s; silence of nodes counts from now`)
    if (round) await watchNodes(ctx, round.since)
    const due = await takeRound(db, 'platform', { everyMs: PLATFORM_MS - SLACK_MS, breakMs: 3 * PLATFORM_MS, now })
    if (due) await watchPlatform(ctx)
  }
}
