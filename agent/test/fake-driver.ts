import type { AppliedUser, Counter, Driver, EngineUser } from '../drivers/driver.ts'

export type FakeDriver = ReturnType<typeof makeFakeDriver>

/** An engine in memory that records every call. */
export function makeFakeDriver() {
  let boots = 0
  const fake = {
    calls: [] as string[],
    users: new Map<number, AppliedUser>(),
    counters: new Map<string, Counter>(),
    isUp: false,
    boot: '',
    failing: new Set<number>(),
    notServed: [] as number[],
    doubt: null as Error | null,
    /** Whether an earlier agent left an engine running. */
    isLeft: false,
    driver: null as unknown as Driver,
    use(number: number, bytes: number): void {
      const key = `u${number}`
      const before = fake.counters.get(key)?.down ?? 0
      fake.counters.set(key, { number, up: 0, down: before + bytes })
    },
  }
  const list = (users: readonly AppliedUser[]) =>
    users.map(({ number, generation }) => `${number}.${generation}`).join(' ')
  const doubt = () => {
    const error = fake.doubt
    fake.doubt = null
    if (error) throw error
  }
  const admit = (users: readonly EngineUser[]) => {
    const failed = users.map(({ number }) => number).filter((number) => fake.failing.has(number))
    for (const user of users) if (!failed.includes(user.number)) fake.users.set(user.number, user)
    return failed
  }
  fake.driver = {
    counterLagSeconds: 0,
    addChunk: 2,
    attach: async () => (fake.isLeft ? fake.boot : null),
    start: async (_, users) => {
      boots += 1
      Object.assign(fake, { isUp: true, boot: `boot${boots}`, counters: new Map(), users: new Map() })
      fake.calls.push(`start ${list(users)}`)
      return { boot: fake.boot, failed: admit(users) }
    },
    isRunning: () => fake.isUp,
    read: async () => ({ boot: fake.boot, counters: new Map(fake.counters) }),
    add: async (users) => {
      fake.calls.push(`add ${list(users)}`)
      doubt()
      return admit(users)
    },
    remove: async (users) => {
      fake.calls.push(`remove ${list(users)}`)
      doubt()
      for (const { number } of users) fake.users.delete(number)
    },
    verify: async () => fake.notServed.splice(0),
    cut: async (user, addresses) => void fake.calls.push(`cut ${user.number} ${[...addresses].join(' ')}`),
    seen: () => [],
    presence: async () => ({ connections: 0, addresses: new Map(), claimed: new Set() }),
    stop: async () => {
      fake.calls.push('stop')
      const last = fake.isUp ? { boot: fake.boot, counters: new Map(fake.counters) } : null
      fake.isUp = false
      return last
    },
    isGone: () => false,
  }
  return fake
}
