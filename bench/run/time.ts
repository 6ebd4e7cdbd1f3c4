export type Times = { p50: number; p99: number }

/** Runs `work` several times in sequence, and `between` after each. Returns the times of `work` in milliseconds. */
export async function timesOf(
  rounds: number,
  work: () => Promise<unknown>,
  between?: () => Promise<unknown>,
): Promise<Times> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
    await between?.()
  }
  return percentiles(times)
}

export function percentiles(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p99: at(0.99) }
}
