/** The regions of a list in the order they first appear, with how many each has. */
export function regionsOf(items: readonly { region: string }[]): { region: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { region } of items) counts.set(region, (counts.get(region) ?? 0) + 1)
  return [...counts].map(([region, count]) => ({ region, count }))
}

/** The same items with those of one region together; inside a region the order stays. */
export function byRegion<T extends { region: string }>(items: readonly T[]): T[] {
  return regionsOf(items).flatMap(({ region }) => items.filter((item) => item.region === region))
}
