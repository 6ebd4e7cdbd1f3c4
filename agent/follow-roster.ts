import { hasLifeline } from './lifeline.ts'
import { pause } from './pause.ts'
import { Refused, type Portal, type UsersAnswer } from './portal.ts'
import { longerPause } from './repeat.ts'
import type { openRoster } from './roster.ts'
import type { Settings } from './settings.ts'

type Options = {
  portal: Pick<Portal, 'users'>
  roster: ReturnType<typeof openRoster>
  intervals: Settings['intervals']
  onAnswer(answer: UsersAnswer): void
  onFailure(error: unknown): void
  signal: AbortSignal
}

/** Asks the portal who may use the node, again and again: each call waits there for a change. */
export function makeFollower({ portal, roster, intervals, onAnswer, onFailure, signal }: Options) {
  const { waitSeconds, retryMs } = intervals
  let needsAll = true
  let polling = new AbortController()
  /** A portal of an older release refuses the question. */
  let knowsLifelines = true

  /** Returns how long to wait before the next call. */
  async function ask(isAll: boolean): Promise<number> {
    const askedAt = performance.now()
    const since = isAll ? 0 : roster.revision()
    const lifeline = knowsLifelines && hasLifeline(roster.setup())
    const answer = await portal.users({ since, wait: isAll ? 0 : waitSeconds, lifeline }, polling.signal)
    onAnswer(answer)
    // A portal that is shutting down answers at once. Pause before asking again, so that it is not flooded.
    const isEmpty = !isAll && answer.revision === since
    return isEmpty && performance.now() - askedAt < 1_000 ? retryMs : 0
  }

  return {
    async run(): Promise<void> {
      let pauseMs = 0
      while (!signal.aborted) {
        const isAll = needsAll
        needsAll = false
        polling = new AbortController()
        try {
          pauseMs = await ask(isAll)
        } catch (error) {
          needsAll ||= isAll
          // We aborted this call ourselves to ask for all users.
          if (polling.signal.aborted) continue
          onFailure(error)
          if (error instanceof Refused && error.code === 'request.invalid') knowsLifelines = false
          pauseMs = longerPause(pauseMs, retryMs)
        }
        if (pauseMs > 0) await pause(pauseMs, signal)
      }
    },

    /** Ends the call under way and asks for everybody. */
    askAll(): void {
      needsAll = true
      polling.abort()
    },

    end: () => polling.abort(),
  }
}
