const counts = new Map<string, number>()
let writes: RegExp | null = null
/** Which of the tables a text writes to. Texts are those in the code; to look through one takes 10 µs. */
let known = new Map<string, readonly string[]>()
const KNOWN_MAX = 2_000

/**
 * How often this process has written to one of these tables, counted from the commit on: who waited for the commit and
 * then asks gets another number. Of other processes it knows nothing.
 */
export function countWrites(tables: readonly string[]): () => number {
  for (const table of tables) if (!counts.has(table)) counts.set(table, 0)
  const into = '(?:insert into|update|delete from|truncate)'
  writes = new RegExp(`\\b${into} (?:only )?"?(${[...counts.keys()].join('|')})\\b`, 'gi')
  known = new Map()
  return () => tables.reduce((sum, table) => sum + counts.get(table)!, 0)
}

/** For one connection: call what it returns after each statement, failed ones too, since of a commit nobody knows. */
export function followWrites(): (text: string) => void {
  let written: Set<string> | undefined
  let isOpen = false
  return (text) => {
    if (text === 'begin') isOpen = true
    if (text === 'commit' || text === 'rollback') isOpen = false
    for (const table of tablesIn(text)) (written ??= new Set()).add(table)
    if (isOpen || !written) return
    for (const table of written) counts.set(table, counts.get(table)! + 1)
    written = undefined
  }
}

function tablesIn(text: string): readonly string[] {
  if (!writes) return []
  const before = known.get(text)
  if (before) return before
  const found = [...text.matchAll(writes)].map(([, table]) => table!.toLowerCase())
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(text, found)
  return found
}
