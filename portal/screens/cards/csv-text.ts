// Without the mark a spreadsheet reads UTF-8 as something else.
const BYTE_ORDER_MARK = '\uFEFF'
/** A spreadsheet takes a cell that begins so for a formula and runs it. */
const FORMULA = /^[=+\-@\t\r]/

export function csvText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
