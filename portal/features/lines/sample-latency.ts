/** A node of the demo does not exist: its address is the figure that fits the place. Null for any other address. */
export function sampleMs(url: string): number | null {
  const [, ms] = /^sample:(\d+)$/.exec(url) ?? []
  return ms === undefined ? null : Number(ms)
}
