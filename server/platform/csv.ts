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
