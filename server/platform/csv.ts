// Without the mark a spreadsheet reads UTF-8 as something else.
const BYTE_ORDER_MARK = '\uFEFF'
const NUMBER = /^-?\d+(\.\d+)?$/
/** What begins a formula, also in the full width that a Chinese keyboard types, and behind blanks that are trimmed. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/

/** The only writer of CSV. A text that begins like a formula would be run by the spreadsheet; it gets an apostrophe. */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${csvLines(lines)}`
}

/** What follows in a file that is written part by part. */
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

/** Without the commas that group thousands: a spreadsheet shall add it up. */
export function plainYuan(fen: number | null): string {
  if (fen === null) return ''
  const sign = fen < 0 ? '-' : ''
  return `${sign}${Math.trunc(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`
}
