import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, unless or until it is aborted; leaves no listener behind. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, null, { signal }).catch(() => {})
}
