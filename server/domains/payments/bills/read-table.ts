import { refuseBill } from './bill-line.ts'

const ROWS_MAX = 100_000
/** A quoted text may hold a line end; more than these is a quote that nobody closed. */
const JOINED_MAX = 20

type Shape = {
  /** The header is the first line with all of these. */
  columns: readonly string[]
  /** Where the provider leaves out quotes: commas beyond the header belong to this column. */
  loose?: string
  /** A line after the last row, by its first cell. */
  isEnd?: (first: string) => boolean
}
export type TableRow = {
  line: number
  /** Empty for a column that this bill has not. */
  cell(name: string): string
}

/** The rows below the header of a table, in all texts that have one. Lines that begin with # are about the table. */
export function readTable(texts: readonly string[], shape: Shape): TableRow[] {
  const tables = texts.map((text) => readRows(text, shape))
  const found = tables.filter((rows) => rows !== null)
  if (found.length === 0) {
    const missing = shape.columns.find((name) => !texts.some((text) => plainName(text).includes(name)))
    return refuseBill('bill.columns', missing)
  }
  return found.flat()
}

function readRows(text: string, { columns, loose, isEnd = () => false }: Shape): TableRow[] | null {
  let header: Header | null = null
  const rows: TableRow[] = []
  const lines = text.split(/\r\n|\n|\r/)
  for (let index = 0; index < lines.length; index += 1) {
    const from = index
    let line = lines[index]!
    while (line.includes('"') && isOpen(line) && index + 1 < lines.length && index - from < JOINED_MAX)
      line += `\n${lines[(index += 1)]!}`
    if (line.trim() === '' || line.startsWith('#')) continue
    const cells = splitLine(line, from + 1)
    if (header === null) {
      const names = cells.map(plainName)
      if (columns.every((name) => names.includes(name))) header = readHeader(names)
      continue
    }
    if (isEnd(plainCell(cells[0]!))) break
    if (rows.length === ROWS_MAX) return refuseBill('bill.too_large')
    rows.push(toRow(fit(cells, header, { loose, line: from + 1 }), header, from + 1))
  }
  return header && rows
}

/** `ends`: empty names after the last one, as a header has that ends with a comma. */
type Header = { places: ReadonlyMap<string, number>; width: number; ends: number }

function toRow(cells: string[], { places }: Header, line: number): TableRow {
  return { line, cell: (name) => plainCell(cells[places.get(name) ?? -1] ?? '') }
}

/** Of a name that comes twice the first one counts. */
function readHeader(names: string[]): Header {
  const width = names.findLastIndex((name) => name !== '') + 1
  const places = new Map([...names.slice(0, width).entries()].toReversed().map(([at, name]) => [name, at]))
  return { places, width, ends: names.length - width }
}

type Fit = { loose: string | undefined; line: number }

/** As many cells as the header has. */
function fit(cells: string[], { places, width, ends }: Header, { loose, line }: Fit): string[] {
  const more = cells.length - width - ends
  if (more <= 0 && cells.length >= width) return cells
  const at = loose === undefined ? undefined : places.get(loose)
  if (more < 0 || at === undefined) return refuseBill('bill.line', line)
  return [...cells.slice(0, at), cells.slice(at, at + more + 1).join(','), ...cells.slice(at + more + 1)]
}

/** Providers use both forms of brackets. */
function plainName(text: string): string {
  return plainCell(text.replaceAll('（', '(').replaceAll('）', ')'))
}

/** Tabs, backticks and `="…"` keep spreadsheets from making numbers of numbers. */
function plainCell(text: string): string {
  const cell = text.trim().replace(/^`/, '')
  return (/^="(.*)"$/s.exec(cell)?.[1] ?? cell).trim()
}

/** Whether a quoted cell goes on in the next line. A quote inside a cell that does not begin with one is a letter. */
function isOpen(line: string): boolean {
  return cellsOf(line) === null
}

function splitLine(line: string, number: number): string[] {
  if (!line.includes('"')) return line.split(',')
  return cellsOf(line) ?? refuseBill('bill.line', number)
}

const CELL = /(?:"([^"]*(?:""[^"]*)*)"[ \t]*|([^",][^,]*|))(?:,|$)/gy

function cellsOf(line: string): string[] | null {
  const cells: string[] = []
  CELL.lastIndex = 0
  for (;;) {
    const match = CELL.exec(line)
    if (!match) return null
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (!match[0].endsWith(',')) return cells
    if (CELL.lastIndex === line.length) return [...cells, '']
  }
}
