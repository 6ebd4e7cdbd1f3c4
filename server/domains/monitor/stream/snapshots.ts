import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db.ts'
import { readOverview, type View } from '../figures/get-overview.ts'
import type { OpenStream } from './open-stream.ts'
import { eventBytes } from './written-event.ts'

type Made = { bytes: Buffer; at: number }
export type Snapshots = {
  /** The figures of a view, read anew unless they are younger than that. */
  of(view: View, youngerThanMs: number): Promise<Buffer>
  /** Reads each view once and offers it to all streams that have it. */
  offer(streams: ReadonlySet<OpenStream>): Promise<void>
}

export function createSnapshots(db: Db, config: Config): Snapshots {
  const made = new Map<string, Made>()
  const keyOf = (view: View) => `${view.resellerId} ${view.hasPlatform}`

  async function of(view: View, youngerThanMs: number): Promise<Buffer> {
    const known = made.get(keyOf(view))
    if (known && Date.now() - known.at < youngerThanMs) return known.bytes
    const bytes = eventBytes('snapshot', await readOverview(db, config, view, clock.now()))
    made.set(keyOf(view), { bytes, at: Date.now() })
    return bytes
  }

  return {
    of,
    async offer(streams) {
      const round = new Map<string, Buffer>()
      for (const stream of streams) {
        const key = keyOf(stream.view)
        const bytes = round.get(key) ?? (await of(stream.view, 0))
        round.set(key, bytes)
        stream.offer(bytes)
      }
      for (const key of made.keys()) if (!round.has(key)) made.delete(key)
    },
  }
}
