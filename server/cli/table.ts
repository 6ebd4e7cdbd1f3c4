import { printable } from '../platform/text/printable.ts'

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
