import type { CarryingSocket } from '../sockets.ts'

type Line = {
  /** What the engine had counted before the first of these sockets. */
  countedBefore: number
  /** Bytes of sockets that have closed since. */
  closed: number
  live: Map<string, number>
}
export type LateBytes = ReturnType<typeof openLateBytes>

/**
 * Bytes of users that the engine has carried and not counted yet. With Vision, Xray hands a stream of TLS 1.3 to the
 * kernel and counts its download when it ends. The kernel's own count of the socket bounds it. It includes the engine's
 * headers, so it may be too high by a few percent: a user who is ended by it is counted exactly then, and let in again if
 * something is left.
 */
export function openLateBytes() {
  const lines = new Map<number, Line>()
  let counted: ReadonlyMap<number, number> = new Map()
  /** Sockets that were there before we looked first: what they had carried is mostly counted. */
  let older: ReadonlyMap<string, number> | null = null

  return {
    look(
      sockets: readonly CarryingSocket[],
      ownerOf: (socket: CarryingSocket) => number | null,
      countedNow: ReadonlyMap<number, number>,
    ): void {
      older ??= new Map(sockets.map(({ peer, bytes }) => [peer, bytes]))
      const seen = new Map<number, Map<string, number>>()
      for (const socket of sockets) {
        const number = ownerOf(socket)
        if (number === null) continue
        const own = seen.get(number) ?? new Map<string, number>()
        seen.set(number, own.set(socket.peer, socket.bytes - (older.get(socket.peer) ?? 0)))
      }
      for (const number of lines.keys()) if (!seen.has(number)) lines.delete(number)
      for (const [number, live] of seen) {
        const line = lines.get(number) ?? { countedBefore: counted.get(number) ?? 0, closed: 0, live: new Map() }
        for (const [peer, bytes] of line.live) if (!live.has(peer)) line.closed += bytes
        lines.set(number, { ...line, live })
      }
      counted = countedNow
    },

    of(number: number): number {
      const line = lines.get(number)
      if (!line) return 0
      const carried = [...line.live.values()].reduce((sum, bytes) => sum + bytes, line.closed)
      return Math.max(0, carried - ((counted.get(number) ?? 0) - line.countedBefore))
    },
  }
}
