import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts'

/**
 * What happens to one made-up user, as offsets from registration. Plans use a fixed random seed, so they never change.
 */
export type PlannedPurchase = {
  at: Date
  person: number
  what: 'new' | 'renew' | 'pack'
  plan: number
  by: 'online' | 'balance'
}
export type Person = { userName: string; createdAt: Date; inviter: number | null; plan: number; isGone: boolean }
export type ShopPlan = { people: Person[]; wishes: PlannedPurchase[] }

export const HISTORY_DAYS = 90

const GIVEN = [
  'lin',
  'chen',
  'wang',
  'zhao',
  'xiao',
  'ming',
  'yun',
  'fei',
  'jun',
  'hao',
  'yan',
  'rui',
  'kai',
  'mei',
  'tao',
]
const FAMILY = ['fish', 'river', 'snow', 'moon', 'leaf', 'stone', 'wind', 'cloud', 'star', 'rain', 'sea', 'hill']

/** Mulberry32: small, with the same results everywhere. */
export function makeChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A growing shop: more users come each week, most buy, many renew, some invite others. */
export function planShop(size: number, now: Date, chance: () => number): ShopPlan {
  const firstMs = now.getTime() - HISTORY_DAYS * DAY_MS
  const times = Array.from({ length: size }, () => firstMs + chance() ** 0.8 * (HISTORY_DAYS - 0.2) * DAY_MS)
  times.sort((a, b) => a - b)
  const people = times.map((at, index) => planPerson(at, index, chance))
  // The first is the demo's own account: it has a running plan and never left.
  people[0] = { ...people[0]!, inviter: null, plan: 1, isGone: false }
  const own = [80, 52, 24].map((days, index) => ({
    at: new Date(now.getTime() - days * DAY_MS),
    person: 0,
    what: index === 0 ? ('new' as const) : ('renew' as const),
    plan: 1,
    by: 'online' as const,
  }))
  const others = people.flatMap((person, index) => (index === 0 ? [] : planWishes(person, index, now, chance)))
  return { people, wishes: [...own, ...others] }
}

function planPerson(at: number, index: number, chance: () => number): Person {
  const pick = (words: readonly string[]) => words[Math.floor(chance() * words.length)]!
  const share = chance()
  return {
    userName: `${pick(GIVEN)}.${pick(FAMILY)}${100 + index}`,
    createdAt: new Date(at),
    inviter: index > 4 && chance() < 0.35 ? Math.floor(chance() * Math.min(index, 12)) : null,
    plan: share < 0.5 ? 0 : share < 0.85 ? 1 : 2,
    isGone: chance() < 0.2,
  }
}

function planWishes(
  { createdAt, plan, isGone }: Person,
  person: number,
  now: Date,
  chance: () => number,
): PlannedPurchase[] {
  if (chance() < 0.22) return []
  const by = chance() < 0.6 ? ('online' as const) : ('balance' as const)
  const wishes: PlannedPurchase[] = []
  let at = createdAt.getTime() + (0.2 + chance() * 30) * HOUR_MS
  for (let what: PlannedPurchase['what'] = 'new'; at < now.getTime() - HOUR_MS; what = 'renew') {
    wishes.push({ at: new Date(at), person, what, plan, by })
    const packAt = at + (5 + chance() * 20) * DAY_MS
    if (chance() < 0.12 && packAt < now.getTime() - HOUR_MS) {
      wishes.push({ at: new Date(packAt), person, what: 'pack', plan: 3, by: 'online' })
    }
    if (isGone || chance() < 0.15) break
    at += (27 + chance() * 2) * DAY_MS
  }
  return wishes
}
