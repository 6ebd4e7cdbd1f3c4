import { setTimeout as sleep } from 'node:timers/promises'

export type PageFigures = {
  /** Answers 503 while the database was frozen. */
  trueTrouble: number
  /** Other answers during that time. */
  falseReady: number
  slowestReadyMs: number
  healthy: number
  unhealthy: number
  slowestHealthMs: number
}

const GIVE_UP_MS = 40_000
const ASK_EVERY_MS = 500
/** The server keeps an answer of /readyz for a second. */
const KEPT_MS = 1_000

/** Returns the status, or the name of the error that prevented an answer. */
export async function timedFetch(
  url: string,
  init: RequestInit = {},
  giveUpMs = GIVE_UP_MS,
): Promise<{ status: string; text: string; ms: number }> {
  const startedAt = performance.now()
  const took = () => performance.now() - startedAt
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(giveUpMs) })
    const text = await answer.text()
    return { status: String(answer.status), text, ms: took() }
  } catch (error) {
    return { status: (error as Error).name, text: '', ms: took() }
  }
}

/** Keeps asking /readyz and /healthz, and compares the answers with the known state of the database. */
export function watchPages(url: string) {
  const figures: PageFigures = {
    trueTrouble: 0,
    falseReady: 0,
    slowestReadyMs: 0,
    healthy: 0,
    unhealthy: 0,
    slowestHealthMs: 0,
  }
  const state = { isOn: true, frozenSince: Infinity }

  async function askReady(): Promise<void> {
    while (state.isOn) {
      const isKnownFrozen = performance.now() > state.frozenSince + KEPT_MS
      const { status, ms } = await timedFetch(`${url}/readyz`)
      figures.slowestReadyMs = Math.max(figures.slowestReadyMs, Math.round(ms))
      // Count only answers that were asked for and given during the freeze.
      if (isKnownFrozen && state.frozenSince !== Infinity) {
        if (status === '503') figures.trueTrouble += 1
        else figures.falseReady += 1
      }
      await sleep(ASK_EVERY_MS)
    }
  }
  async function askHealth(): Promise<void> {
    while (state.isOn) {
      const { status, ms } = await timedFetch(`${url}/healthz`)
      figures.slowestHealthMs = Math.max(figures.slowestHealthMs, Math.round(ms))
      figures[status === '200' ? 'healthy' : 'unhealthy'] += 1
      await sleep(ASK_EVERY_MS)
    }
  }
  const asking = Promise.all([askReady(), askHealth()])
  return {
    setFrozen: (isFrozen: boolean) => void (state.frozenSince = isFrozen ? performance.now() : Infinity),
    async stop(): Promise<PageFigures> {
      state.isOn = false
      await asking
      return figures
    },
  }
}
