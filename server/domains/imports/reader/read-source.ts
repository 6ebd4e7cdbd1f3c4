import type { LiveSource } from './live-address.ts'
import { readFile, type ReadSource, type Task } from './read-file.ts'
import { readLive } from './read-live.ts'
import { Source } from './source.ts'

/** A file, or the old panel's own database. */
export type Place = string | LiveSource

/** Reads a source once, wherever it is, and hands on the rows that are wanted. */
export async function readSource(place: Place, task: Task): Promise<ReadSource> {
  if (typeof place === 'string') return readFile(place, task)
  const source = new Source(task.onRow)
  return { source, kind: 'live', ...(await readLive(place, source, task.wanted)) }
}
