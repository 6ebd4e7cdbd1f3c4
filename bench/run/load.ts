import path from 'node:path'

import { startProcess } from './start-process.ts'

/** `status`: the status of a good answer, where it is not 200. */
export type Wanted = { method: string; path: string; headers?: Record<string, string>; body?: string; status?: number }
/**
 * Repeats the requests for `seconds`, or sends each once; the first `warm` of those are not counted. `rate`: so many a
 * second, whatever the answers take, and each is timed from when it was due.
 */
export type Job = {
  port: number
  connections: number
  seconds?: number
  rate?: number
  warm?: number
  requests: readonly Wanted[]
  /** Sent once each: one takes the place of every nth request, while there are any. */
  once?: { every: number; requests: readonly Wanted[] }
}
export type Measured = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  done: number
  bad: number
  firstBad: string
}

/** Any answer but the wanted one, and none at all, ends the run: a refusal is fast and does not measure the work. */
export async function applyLoad(url: string, job: Omit<Job, 'port'>): Promise<Measured> {
  const generator = startProcess(path.join(import.meta.dirname, 'generator.ts'), [])
  generator.write(JSON.stringify({ ...job, port: Number(new URL(url).port) }))
  const measured = JSON.parse(await generator.output()) as Measured
  if (measured.bad > 0) throw new Error(`${measured.bad} of ${measured.done} were refused: ${measured.firstBad}`)
  if (measured.done === 0) throw new Error('Nothing was answered in time')
  return measured
}
