import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

/** The median of several samples, and their range. */
export type Figure = { median: number; least: number; most: number }

export function figureOf(samples: readonly number[]): Figure {
  const sorted = samples.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)]!, least: sorted[0]!, most: sorted.at(-1)! }
}

export function machineName(): string {
  const [first] = cpus()
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`
  const model = first?.model && first.model !== 'unknown' ? `, ${first.model.trim()}` : ''
  return `${cpus().length} cores ${process.arch}${model}, ${memory}, ${process.platform}, Node ${process.versions.node}`
}

/** Number of processes that wanted a core in the last minute. If it exceeds the number of cores, times mean little. */
export function loadNow(): string {
  return loadavg()[0]!.toFixed(1)
}

/** Memory of a process in MB, where the system reports it. */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
  } catch {
    return Number.NaN
  }
}
