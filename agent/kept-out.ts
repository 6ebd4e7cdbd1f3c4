import { limits } from '../contract/limits.ts'
import type { NodeUser } from '../contract/node-api.ts'
import type { Pair, Presence } from './drivers/driver.ts'
import type { Shut } from './gate.ts'
import type { StateAnswer } from './portal.ts'

type Entry = Shut & {
  number: number
  deviceLimit: number
  untilMs: number
  /** Shutting the address itself would hit others. */
  isOthersToo: boolean
}
type Seen = Omit<Presence, 'connections'>
type Users = ReadonlyMap<number, NodeUser>

/** Marks a claimed address: it does not prove that the user is really there. */
const claim = (address: string) => `claimed ${address}`
/** Number of remembered addresses; those unseen for longest are dropped first. */
const REMEMBERED_MAX = 20_000

/**
 * Keeps the addresses that are shut out because they exceed a device limit. A shut address is not seen again, so it
 * stays out for as long as an address counts as a device, and is then judged again. An address that a client only
 * claims may belong to another user, and on a shared port several users may share an address. Only an engine that tells
 * users apart shuts these out: a filter would hit users within their limit.
 */
export function openKeptOut(nowMs: () => number = () => performance.now()) {
  const seenAt = new Map<string, Map<number, number>>()
  const entries = new Map<string, Entry>()

  function remember(number: number, place: string): void {
    const numbers = seenAt.get(place) ?? new Map<number, number>()
    seenAt.delete(place)
    seenAt.set(place, numbers.set(number, nowMs()))
    if (seenAt.size > REMEMBERED_MAX) seenAt.delete(seenAt.keys().next().value ?? '')
  }

  /** Lets addresses in again when their time is over or their user's limit has changed. */
  function stillOut(users: Users): Entry[] {
    for (const [key, { number, deviceLimit, untilMs }] of entries) {
      if (nowMs() >= untilMs || users.get(number)?.deviceLimit !== deviceLimit) entries.delete(key)
    }
    return [...entries.values()]
  }

  return {
    isNew(number: number, address: string): boolean {
      const at = seenAt.get(address)?.get(number) ?? seenAt.get(claim(address))?.get(number)
      return at === undefined || nowMs() - at >= limits.deviceSeenMs
    },

    /**
     * Note addresses before reporting them to the portal: otherwise the same addresses would count as new again and
     * again while the portal is away.
     */
    note({ addresses: seen, claimed }: Seen): void {
      for (const [number, addresses] of seen) {
        for (const address of addresses) {
          remember(number, claimed.has(`${number} ${address}`) ? claim(address) : address)
        }
      }
    },

    take(over: StateAnswer['over'], { claimed }: Pick<Seen, 'claimed'>, users: Users, sharedPort: number): void {
      for (const { number, addresses } of over) {
        const user = users.get(number)
        if (!user) continue
        const untilMs = nowMs() + limits.deviceSeenMs
        const { port, deviceLimit } = user
        for (const address of addresses) {
          const isShared = port === null && (seenAt.get(address)?.size ?? 0) > 1
          const isOthersToo = isShared || claimed.has(`${number} ${address}`)
          const entry = { number, address, port: port ?? sharedPort, deviceLimit, untilMs, isOthersToo }
          entries.set(`${number} ${address}`, entry)
        }
      }
    },

    /** Addresses to shut out, for everybody behind them. */
    shut(users: Users): Shut[] {
      return stillOut(users).flatMap(({ address, port, isOthersToo }) => (isOthersToo ? [] : [{ address, port }]))
    },

    /** Users with the addresses from which they are kept out, for an engine that can tell them apart. */
    pairs: (users: Users): Pair[] => stillOut(users).map(({ number, address }) => ({ number, address })),
  }
}
