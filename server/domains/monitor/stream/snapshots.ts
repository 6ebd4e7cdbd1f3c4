import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { readOverview, type View } from '../figures/get-overview.ts'
import type { OpenStream } from './open-stream.ts'
import { eventBytes } from './written-event.ts'

type Made = { bytes: Buffer; at: number }
/** Current reads: the running one, and a following one for callers that need figures from after their call. */
type Flight = { running: Promise<Buffer>; following: Promise<Buffer> | null }
export type Snapshots = {
  /** Returns the figures of a view, read again if older than this. With 0 they are always read after the call. */
  of(view: View, youngerThanMs: number): Promise<Buffer>
  /** Reads each view once and offers it to all streams that have it. */
  offer(streams: ReadonlySet<OpenStream>): Promise<void>
}

/** Reads one overview per view at a time for any number of callers: after a break all streams reconnect at once. */
export function createSnapshots(db: Db, config: Config): Snapshots {
  const made = new Map<string, Made>()
  const flights = new Map<string, Flight>()
  const keyOf = (view: View) => `${view.resellerId} ${view.hasPlatform} ${view.language}`

  async function read(view: View): Promise<Buffer> {
    const at = Date.now()
    const bytes = eventBytes('snapshot', await readOverview(db, config, view, clock.now()))
    made.set(keyOf(view), { bytes, at })
    return bytes
  }

  function fly(view: View): Promise<Buffer> {
    const key = keyOf(view)
    const flight: Flight = { running: read(view), following: null }
    flights.set(key, flight)
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.running.then(land, land)
    return flight.running
  }

  async function of(view: View, youngerThanMs: number): Promise<Buffer> {
    const known = made.get(keyOf(view))
    if (known && Date.now() - known.at < youngerThanMs) return known.bytes
    const flight = flights.get(keyOf(view))
    if (!flight) return fly(view)
    if (youngerThanMs > 0) return flight.running
    const begin = () => fly(view)
    return (flight.following ??= flight.running.then(begin, begin))
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
