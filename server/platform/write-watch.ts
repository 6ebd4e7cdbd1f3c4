const counts = new Map<string, number>()
let writes: RegExp | null = null

/**
 * How often this process has written to one of these tables, counted from the commit on: who waited for the commit and
 * then asks gets another number. Of other processes it knows nothing.
 */
export function countWrites(tables: readonly string[]): () => number {
  for (const table of tables) if (!counts.has(table)) counts.set(table, 0)
  const into = '(?:insert into|update|delete from|truncate)'
  writes = new RegExp(`\\b${into} (?:only )?"?(${[...counts.keys()].join('|')})\\b`, 'gi')
  return () => tables.reduce((sum, table) => sum + counts.get(table)!, 0)
}

/** For one connection: call what it returns after each statement, failed ones too, since of a commit nobody knows. */
export function followWrites(): (text: string) => void {
  const written = new Set<string>()
  let isOpen = false
  return (text) => {
    if (text === 'begin') isOpen = true
    if (text === 'commit' || text === 'rollback') isOpen = false
    if (writes) for (const [, table] of text.matchAll(writes)) written.add(table!.toLowerCase())
    if (isOpen || written.size === 0) return
    for (const table of written) counts.set(table, counts.get(table)! + 1)
    written.clear()
  }
}
