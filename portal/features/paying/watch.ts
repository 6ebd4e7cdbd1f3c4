import { limits } from '../../../contract/limits.ts'

/** A little more than the server's own interval, or every second look would find it closed. */
const GAP_MS = limits.payAskEveryMs + 200
const CALM_AFTER_MS = 60_000
const SLOW_AFTER_MS = 180_000
const LONGEST_MS = 60_000

export type Watch = {
  /** Looks as soon as the interval allows. */
  now(): Promise<void>
  stop(): void
}

/** Often while somebody is likely to be paying, seldom later, and less and less while nothing answers. */
export function nextLookMs(watchedMs: number, failures: number): number {
  const calmMs = watchedMs < CALM_AFTER_MS ? GAP_MS : watchedMs < SLOW_AFTER_MS ? 5000 : 10_000
  return Math.min(LONGEST_MS, calmMs * 2 ** failures)
}

/** Looks again and again until `look` says that it is over. Rests while nobody sees the page. */
export function startWatch(look: () => Promise<'open' | 'over'>, firstMs: number): Watch {
  const startedAtMs = performance.now()
  let lastAtMs = startedAtMs - GAP_MS
  let failures = 0
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | null = null

  const gapMs = () => Math.max(0, lastAtMs + GAP_MS - performance.now())

  function plan(delayMs: number): void {
    clearTimeout(timer)
    if (!isOver && !document.hidden) timer = setTimeout(() => void run(), delayMs)
  }

  function run(): Promise<void> {
    underWay ??= once().finally(() => {
      underWay = null
      plan(nextLookMs(performance.now() - startedAtMs, failures))
    })
    return underWay
  }

  async function once(): Promise<void> {
    lastAtMs = performance.now()
    try {
      if ((await look()) === 'over') isOver = true
      failures = 0
    } catch {
      failures += 1
    }
  }

  async function now(): Promise<void> {
    if (underWay) return underWay
    clearTimeout(timer)
    await new Promise((done) => setTimeout(done, gapMs()))
    await run()
  }

  function onVisibility(): void {
    if (document.hidden) clearTimeout(timer)
    else if (!underWay) plan(gapMs())
  }

  document.addEventListener('visibilitychange', onVisibility)
  plan(firstMs)
  return {
    now,
    stop() {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    },
  }
}
