import type { DayBytes } from './usage-plot.ts'

const GB = 1024 ** 3
const SHARES: readonly [name: string, share: number][] = [
  ['香港 01', 0.58],
  ['东京', 0.3],
  ['洛杉矶', 0.12],
]

/** The demo's frame sends these instead of a name and a ticket. No real ticket looks like this. */
export function isSample(username: string, password: string): boolean {
  return username === 'demo' && password === 'demo'
}

/** Made-up but realistic days, the same every time. */
export function sampleUsage(days: readonly string[]) {
  const rows: DayBytes[] = days.map((day, index) => {
    const wave = 1 + 0.6 * Math.sin(index * 1.3) + 0.35 * Math.sin(index * 0.37 + 2)
    return { day, ...shareOf(2.8 * GB * wave) }
  })
  const total = rows.reduce((sum, { downBytes }) => sum + downBytes, 0)
  const nodes = SHARES.map(([name, share]) => ({ name, ...shareOf(total * share) }))
  return { rows, nodes, usedBytes: Math.round(86.4 * GB), totalBytes: 300 * GB }
}

function shareOf(bytes: number) {
  const downBytes = Math.round(bytes)
  const upBytes = Math.round(bytes * 0.14)
  return { upBytes, downBytes, chargedBytes: upBytes + downBytes }
}
