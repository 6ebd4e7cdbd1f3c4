import { tableLines } from './table.ts'

type Row = Record<string, unknown>

/** Any answer for people: lists of things as tables, the rest as `name: value`. A file of text is printed as it is. */
export function answerLines(data: unknown): string[] {
  if (!isRow(data)) return [asText(data)]
  if ('isCut' in data && typeof data['text'] === 'string') return data['text'].trimEnd().split('\n')
  const lines = Object.entries(data).flatMap(([name, value]) => {
    if (!Array.isArray(value) || !value.every(isRow)) return [`${name}: ${asText(value)}`]
    const table = tableLines(evenRows(value))
    return name === 'rows' ? table : [`${name}:`, ...table.map((line) => `  ${line}`)]
  })
  return lines.length > 0 ? lines : ['Done.']
}

/** Rows leave out what they do not have; a table has a column for it. */
function evenRows(rows: readonly Row[]): Record<string, string>[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, asText(row[name])])))
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
