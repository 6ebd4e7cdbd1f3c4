type Cell = string | number | boolean | Date | null

/** Columns under their names, each as wide as its longest cell. */
export function tableLines(rows: readonly Record<string, Cell>[]): string[] {
  const [first] = rows
  if (!first) return ['Nothing found.']
  const names = Object.keys(first)
  const cells = [names, ...rows.map((row) => names.map((name) => cellText(row[name] ?? null)))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

function cellText(cell: Cell): string {
  if (cell === null) return '-'
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : printable(String(cell))
}

/** Other people choose names and titles: an escape sequence in one must not reach the operator's terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')
}
