import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { makePatience, withPatience } from '../../../platform/db/patience.ts'
import { makeReadiness } from '../../../platform/db/readiness.ts'
import { recordOutage } from '../../alerts/record-outage.ts'
import { followOutage, reasonOf, type Look, type Outage } from './follow-outage.ts'
import { outageAlert } from './outage-alert.ts'
import { runForSpeaker } from './speaker.ts'
import { makeTeller } from './tell-outage.ts'

type WatchDeps = { db: Db; config: Config; log: Logger }

/** Each check is a small write. */
const WELL_MS = 2_000
const TROUBLED_MS = 1_000
/** The reporting process records the outage and its reports first; the others only if it did not. */
const LISTENER_WAIT_MS = 5_000
const RECORD_MS = 5_000

/** Watches the database without using it for reports, until stopped. Runs in every process. */
export function watchDatabase({ db, config, log }: WatchDeps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const whyNotReady = makeReadiness(db)
  const { databaseAwayS, recoveryS } = config.alerts
  const outages = followOutage({ awayMs: databaseAwayS * 1000, recoveryMs: recoveryS * 1000 })
  const teller = makeTeller(config, log)
  const speaker = runForSpeaker(config)
  let unrecorded: { outage: Outage; dueMs: number }[] = []
  let told: Date | null = null

  async function round(): Promise<void> {
    const look: Look = { reason: null, at: clock.now(), beganMs: performance.now(), endedMs: 0 }
    const reason = reasonOf(await whyNotReady())
    const wasWell = outages.isWell()
    const isSpeaker = await speaker.isSpeaker()
    const over = outages.note({ ...look, reason, endedMs: performance.now() })
    if (wasWell && reason) log.warn(`the database is not well (${reason})`)
    if (!wasWell && !reason) log.info('the database is well again')
    const current = outages.current(performance.now())
    if (current) speakOf(current, isSpeaker)
    if (over) unrecorded.push({ outage: over, dueMs: performance.now() + (isSpeaker ? 0 : LISTENER_WAIT_MS) })
    if (!reason) await record(performance.now())
  }

  function speakOf(outage: Outage, isSpeaker: boolean): void {
    const now = { at: clock.now(), ms: performance.now() }
    const alert = outageAlert(outage, now)
    if (told?.getTime() !== outage.begin.getTime()) log.error(alert.detail, 'the database is away')
    told = outage.begin
    if (isSpeaker) teller.tell(alert, now.ms)
  }

  /** Keeps what cannot be written yet for the next round. */
  async function record(untilMs: number): Promise<void> {
    const due = unrecorded.filter(({ dueMs }) => dueMs <= untilMs)
    for (const one of due) {
      const alert = outageAlert(one.outage, { at: clock.now(), ms: performance.now() })
      const toldBy = await teller.toldOf(one.outage.begin)
      await withPatience(makePatience({ silentMs: RECORD_MS }), () => recordOutage(db, alert, toldBy))
      unrecorded = unrecorded.filter((other) => other !== one)
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await round().catch((error: Error) => log.warn(`the outage could not be written down: ${error.message}`))
      const pauseMs = outages.isWell() ? WELL_MS : TROUBLED_MS
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const ended = run()
  return {
    async stop() {
      stopping.abort()
      await ended
      const last = outages.takeEnded()
      if (last) unrecorded.push({ outage: last, dueMs: 0 })
      await record(Infinity).catch(() => {})
      speaker.stop()
    },
  }
}
