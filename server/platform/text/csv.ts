// Without the mark, spreadsheets do not read the file as UTF-8.
const BYTE_ORDER_MARK = '\uFEFF'
const NUMBER = /^-?\d+(\.\d+)?$/
/** Signs that begin a formula, also in the full width of Chinese keyboards, and after blanks that get trimmed. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/

/** The only writer of CSV. Puts an apostrophe before text that begins like a formula: a spreadsheet would run it. */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${csvLines(lines)}`
}

/** More lines for a file that is written in parts. */
export function csvLines(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => `${line.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(text: string): string {
  const plain = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Swedish writes dates as ISO does, which every spreadsheet sorts. */
export function timeWriter(timeZone: string): (at: Date | null) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => (at === null ? '' : format.format(at))
}

/** Without commas between thousands, so that a spreadsheet can add it up. */
export function plainYuan(fen: number | null): string {
  if (fen === null) return ''
  const sign = fen < 0 ? '-' : ''
  return `${sign}${Math.trunc(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`
}
