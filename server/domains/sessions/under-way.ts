/** How many pieces of work this process is doing for a key right now. */
const underWay = new Map<string, number>()

/** Does work for some keys and tells it how many others were under way for each when it came. */
export async function withUnderWay<T>(
  keys: readonly string[],
  work: (ahead: (key: string) => number) => Promise<T>,
): Promise<T> {
  const found = new Map(keys.map((key) => [key, underWay.get(key) ?? 0]))
  for (const [key, ahead] of found) underWay.set(key, ahead + 1)
  try {
    return await work((key) => found.get(key) ?? 0)
  } finally {
    for (const key of found.keys()) {
      const left = (underWay.get(key) ?? 0) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    }
  }
}
