export type Times = { p50: number; p99: number }

/** Runs `work` several times in sequence. Returns the times in milliseconds. */
export async function timesOf(rounds: number, work: () => Promise<unknown>): Promise<Times> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return { p50: at(0.5), p99: at(0.99) }
}
