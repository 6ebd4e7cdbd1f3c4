/** Ticks a row, or takes its tick away. */
export function turned(keys: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Rows of other pages stay selected. */
export function merged<Row>(
  keys: ReadonlySet<string>,
  rows: Row[],
  chosen: Row[],
  keyOf: (row: Row) => string,
): Set<string> {
  const next = new Set(keys)
  for (const row of rows) next.delete(keyOf(row))
  for (const row of chosen) next.add(keyOf(row))
  return next
}
