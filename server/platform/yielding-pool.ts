import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

const TASKS = '/proc/self/task'
/** Five steps lower: beside a thread that always computes, a third as much time as that one. */
const LOWER = 5

/**
 * Hashes, pictures and compressing take what the threads that answer leave: they run in the pool of threads. Linux gives
 * each thread its own priority; elsewhere nothing changes. Call it when the pool runs. It cannot be undone.
 */
export function lowerPoolPriority(): void {
  try {
    const priority = Math.min(constants.priority.PRIORITY_LOW, getPriority() + LOWER)
    for (const id of readdirSync(TASKS)) {
      if (readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim() === 'libuv-worker') setPriority(Number(id), priority)
    }
  } catch {}
}
