/** Moves one item of the list to another place; a place beyond the ends changes nothing. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  if (from === to || from < 0 || to < 0 || from >= items.length || to >= items.length) return [...items]
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), items[from]!, ...rest.slice(to)]
}

/** The place of a row whose middle is at this height, by the middles of the rows as they are now. */
export function placeAt(middles: readonly number[], y: number): number {
  const above = middles.filter((middle) => middle < y).length
  return Math.min(above, middles.length - 1)
}
