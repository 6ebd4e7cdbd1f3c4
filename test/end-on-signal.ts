import { constants } from 'node:os'

import { onceSignalled } from '../server/process/signals.ts'

type End = () => Promise<unknown>
const ends = new Set<End>()

/** Registers what must end with this program. Returns how to end it earlier. */
export function endsWithUs(end: End): End {
  ends.add(end)
  return () => {
    ends.delete(end)
    return end()
  }
}

/** A signal would end this process alone, and leave the databases and servers that it started. */
export async function endAllOnSignal(): Promise<void> {
  const signal = await onceSignalled()
  // The newest first. The interrupted work may start more meanwhile.
  for (let newest = [...ends].at(-1); newest; newest = [...ends].at(-1)) {
    ends.delete(newest)
    await newest().catch((error: unknown) => console.error(error))
  }
  process.exit(128 + constants.signals[signal])
}
