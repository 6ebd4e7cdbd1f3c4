import { noGain, type Gain } from './count/counts.ts'
import type { Tally } from './count/tally.ts'
import type { Presence } from './drivers/driver.ts'
import type { Engine } from './engine.ts'
import { fitAddresses } from './fit-addresses.ts'
import { isOnLifeline } from './lifeline.ts'
import { log } from './log.ts'
import { openMachineLoad } from './machine-load.ts'
import type { Portal, StateAnswer, StateInput } from './portal.ts'
import { AGENT_VERSION } from './version.ts'

type Options = {
  portal: Pick<Portal, 'state'>
  engine: Engine
  tally: Tally
  /** What other parts of the agent tell, if they have anything to tell. */
  more(): Partial<StateInput>
}

const LATENCY_MAX_MS = 60_000

/** The reports of how the node is, and what they add up between two of them. */
export function openReports({ portal, engine, tally, more }: Options) {
  const load = openMachineLoad()
  let gain: Gain = noGain()
  let sinceMs = performance.now()
  let count = 0
  let connections = 0
  let latencyMs: number | null = null

  return {
    note({ up, down }: Pick<Gain, 'up' | 'down'>): void {
      gain.up += up
      gain.down += down
    },

    /** Milliseconds since the last report. */
    ageMs: () => performance.now() - sinceMs,
    connections: () => connections,

    async send(presence: Presence, appliedRevision: number, signal: AbortSignal): Promise<StateAnswer> {
      // A lifeline has no device limit, and its user counts as nobody who is connected.
      const addresses = new Map([...presence.addresses].filter(([number]) => !isOnLifeline({ number })))
      connections = presence.connections
      count += 1
      const { up, down } = gain
      const seconds = Math.max(0.1, (performance.now() - sinceMs) / 1_000)
      gain = noGain()
      sinceMs = performance.now()
      const boot = tally.unsettledBoot() ?? engine.boot
      const askedMs = performance.now()
      const answer = await portal.state(
        {
          boot,
          engine: engine.state,
          appliedRevision,
          failed: engine.failed.filter((number) => !isOnLifeline({ number })).slice(0, 5_000),
          agentVersion: AGENT_VERSION,
          ...load(),
          ...(latencyMs === null ? {} : { latencyMs }),
          ...more(),
          connections,
          upBps: Math.round((up * 8) / seconds),
          downBps: Math.round((down * 8) / seconds),
          addresses: fitAddresses(addresses, count),
        },
        signal,
      )
      latencyMs = Math.min(LATENCY_MAX_MS, Math.round(performance.now() - askedMs))
      if (boot === tally.unsettledBoot()) {
        tally.settle(answer.lastSeq)
        log('warn', 'counting goes on with a new record', { lastSeq: answer.lastSeq })
      }
      return answer
    },
  }
}
