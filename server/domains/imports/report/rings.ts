/** The youngest member, by number, of each ring of users who invited one another. */
export function findRings(inviters: ReadonlyMap<number, number>): number[] {
  const walkOf = new Map<number, number>()
  const youngest: number[] = []
  let walk = 0
  for (const start of inviters.keys()) {
    walk++
    let at: number | undefined = start
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, walk)
      at = inviters.get(at)
    }
    // Only a walk that meets itself has found a ring; one that meets an earlier walk joins what is known.
    if (at !== undefined && walkOf.get(at) === walk) youngest.push(youngestOf(inviters, at))
  }
  return youngest
}

function youngestOf(inviters: ReadonlyMap<number, number>, member: number): number {
  let youngest = member
  for (let at = inviters.get(member)!; at !== member; at = inviters.get(at)!) youngest = Math.max(youngest, at)
  return youngest
}
