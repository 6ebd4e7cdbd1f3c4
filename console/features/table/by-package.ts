/** Groups prices by package, in their original order. */
export function byPackage<Row extends { packageId: string }>(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.packageId, [...(groups.get(row.packageId) ?? []), row])
  return [...groups.values()]
}
