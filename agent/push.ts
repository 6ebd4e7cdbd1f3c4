import { appendFileSync, statSync } from 'node:fs'
import path from 'node:path'

import type { Tally } from './count/tally.ts'
import type { Health } from './health.ts'
import { Refused, type BatchInput, type Portal } from './portal.ts'

type Options = {
  dir: string
  tally: Tally
  portal: Pick<Portal, 'batch'>
  health: Health
  /** Called with the lines that the portal wants ended at once. */
  onCut(numbers: number[]): void
  onFailure(error: unknown): void
}

const REFUSED_MAX_BYTES = 10 * 1024 * 1024

/** Sends waiting batches in order, one at a time. Returns whether everything is sent. */
export async function drain(options: Options, signal: AbortSignal): Promise<boolean> {
  const { tally, portal, health } = options
  for (let batch = tally.head(); batch; batch = tally.head()) {
    // Send only what is on the disk: a batch that is sent and then forgotten by a crash would be counted twice.
    if (!save(tally, health)) return false
    try {
      const answer = await portal.batch(batch, signal)
      health.contact()
      tally.dropHead(answer)
      if (answer.cut.length > 0) options.onCut(answer.cut)
    } catch (error) {
      if (!isFinal(error)) {
        options.onFailure(error)
        return false
      }
      // The portal will never take this batch, and it must not hold up the others.
      health.bad('batch', error)
      keepRefused(options.dir, batch)
      tally.dropHead(null)
    }
    if (!save(tally, health)) return false
  }
  return true
}

export function save(tally: Tally, health: Health): boolean {
  try {
    tally.save()
    health.good('disk')
    return tally.isSaved()
  } catch (error) {
    health.bad('disk', error)
    return false
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof Refused && ['node.batch_refused', 'request.invalid'].includes(error.code)
}

/** Keeps a refused batch for the operator to settle by hand. */
function keepRefused(dir: string, batch: BatchInput): void {
  const file = path.join(dir, 'refused.jsonl')
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > REFUSED_MAX_BYTES) return
  try {
    appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), batch })}\n`, { mode: 0o600 })
  } catch {
    // The disk is full. The log has already reported the refusal.
  }
}
