import path from 'node:path'

import type { NodeSetup, NodeUser } from '../contract/node-api.ts'
import { quarantine, readDurable, writeDurably } from './durable-file.ts'
import type { UsersAnswer } from './portal.ts'

type Stored = {
  revision: number
  setup: NodeSetup
  leaseUntilMs: number
  /** The portal's clock minus this machine's clock. */
  clockOffsetMs: number
  users: NodeUser[]
  /** Where users on a lifeline get to. */
  places?: string[]
}

/** Who may use this node, as the portal said last. Kept on the disk for a start while the portal is away. */
export function openRoster(dir: string) {
  const file = path.join(dir, 'roster.json')
  const stored = readDurable<Stored>(file)
  // A damaged file costs only the time until the portal sends the roster again.
  if (stored === 'damaged') quarantine(file)
  const known = typeof stored === 'string' ? null : stored
  const users = new Map((known?.users ?? []).map((user) => [user.number, user]))
  let setup = known?.setup ?? null
  let revision = known?.revision ?? 0
  let places = known?.places ?? []
  let leaseUntilMs = known?.leaseUntilMs ?? 0
  let clockOffsetMs = known?.clockOffsetMs ?? 0
  // Use the monotonic clock from here on: changing the machine's clock must not revive or end any user.
  let clock = { portalMs: Date.now() + clockOffsetMs, atMs: performance.now() }

  return {
    users: users as ReadonlyMap<number, NodeUser>,
    setup: () => setup,
    revision: () => revision,
    places: (): readonly string[] => places,
    leaseUntilMs: () => leaseUntilMs,
    portalNowMs: () => clock.portalMs + (performance.now() - clock.atMs),

    /** Returns the numbers that the answer changed or removed. */
    take(answer: UsersAnswer): number[] {
      const portalMs = Date.parse(answer.now)
      clock = { portalMs, atMs: performance.now() }
      clockOffsetMs = portalMs - Date.now()
      leaseUntilMs = Date.parse(answer.leaseUntil)
      revision = answer.revision
      setup = answer.setup ?? setup
      places = answer.places ?? []
      const named = new Set(answer.users.map(({ number }) => number))
      const missing = answer.full ? [...users.keys()].filter((number) => !named.has(number)) : []
      for (const number of missing) users.delete(number)
      for (const user of answer.users) {
        if (user.state === 'on') users.set(user.number, user)
        else users.delete(user.number)
      }
      return [...named, ...missing]
    },

    /** Late bytes of a package that has ended do not end the lifeline that came after it. */
    turnOff(numbers: readonly number[]): void {
      for (const number of numbers) if (!users.get(number)?.lifeline) users.delete(number)
    },

    save(): void {
      if (!setup) return
      const stored: Stored = { revision, setup, leaseUntilMs, clockOffsetMs, users: [...users.values()], places }
      writeDurably(file, stored)
    },
  }
}
