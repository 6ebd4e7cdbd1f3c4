import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

type Looking = { what: string; everyMs: number; log: Logger; stopping: AbortSignal }

/** Repeats the look until told to stop; a failed look is logged. */
export async function keepLooking(look: () => Promise<void>, { what, everyMs, log, stopping }: Looking): Promise<void> {
  while (!stopping.aborted) {
    await look().catch((error: Error) => log.warn(`${what} cannot be looked for: ${error.message}`))
    await delay(everyMs, undefined, { signal: stopping }).catch(() => {})
  }
}
