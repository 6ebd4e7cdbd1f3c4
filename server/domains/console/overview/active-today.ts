/** From this many on, a count of today's active users is good for some minutes: counting a million takes a second. */
const MANY = 10_000
const FRESH_MS = 5 * 60_000

type Count = { resellerId: number; day: string; activeUsers: number }
const counts = new Map<number, Count & { countedAt: number }>()

export function recallActive(resellerIds: readonly number[], now: Date): Map<number, Count> {
  const found = resellerIds.flatMap((id) => counts.get(id) ?? [])
  const fresh = found.filter(({ countedAt }) => Math.abs(now.getTime() - countedAt) < FRESH_MS)
  return new Map(fresh.map((count) => [count.resellerId, count]))
}

export function rememberActive({ resellerId, day, activeUsers }: Count, now: Date): void {
  if (activeUsers > MANY) counts.set(resellerId, { resellerId, day, activeUsers, countedAt: now.getTime() })
}
