// Without the mark a spreadsheet reads UTF-8 as something else.
const BYTE_ORDER_MARK = '\uFEFF'
const NUMBER = /^-?\d+(\.\d+)?$/
/** What begins a formula, also in the full width that a Chinese keyboard types, and behind blanks that are trimmed. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/

/** The only writer of CSV. A text that begins like a formula would be run by the spreadsheet; it gets an apostrophe. */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${lines.map((line) => line.map(writeCell).join(',')).join('\r\n')}\r\n`
}

function writeCell(text: string): string {
  const plain = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
