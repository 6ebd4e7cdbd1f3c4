import type { makeBell } from './bell.ts'

/** A call that fails again and again is tried at most so many times less often. */
export const RETRY_FACTOR_MAX = 30

/** How long to wait after a failure, by how long it was after the one before. */
export function longerPause(pauseMs: number, retryMs: number): number {
  return Math.min(Math.max(retryMs, pauseMs * 2), retryMs * RETRY_FACTOR_MAX)
}

type Options = {
  bell: ReturnType<typeof makeBell>
  /** Between two rounds, unless the bell rings. */
  untilNextMs: number | (() => number)
  retryMs: number
  onFailure(error: unknown): void
  signal: AbortSignal
}

/** Works again and again until the signal aborts; after a failure with a longer pause. */
export async function repeat(work: () => Promise<void>, options: Options): Promise<void> {
  const { bell, untilNextMs, retryMs, onFailure, signal } = options
  let pauseMs = 0
  while (!signal.aborted) {
    try {
      await work()
      pauseMs = 0
    } catch (error) {
      onFailure(error)
      pauseMs = longerPause(pauseMs, retryMs)
    }
    const nextMs = typeof untilNextMs === 'number' ? untilNextMs : untilNextMs()
    if (!signal.aborted) await bell.wait(Math.max(nextMs, pauseMs))
  }
}
