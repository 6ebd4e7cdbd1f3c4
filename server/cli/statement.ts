import { formatFen } from '../../contract/money.ts'
import { loadStatement, type Statement } from '../domains/books/load-statement.ts'
import { statementCsv } from '../domains/books/statement-csv.ts'
import { auditRead, command } from './command.ts'
import { readMonth } from './read-options.ts'
import { tableLines } from './table.ts'

export const statementCommands = [
  command({
    name: 'resellers statement',
    summary: 'A business month of a reseller: opening, what each kind of transaction moved, closing',
    options: {
      reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
      month: { kind: 'text', help: 'such as 2026-10', isRequired: true },
      csv: { kind: 'flag', help: 'for a spreadsheet' },
    },
    async run(ctx, { reseller, month: text, csv }) {
      const statement = await loadStatement(ctx, reseller, readMonth(text))
      await auditRead(ctx, 'operator.statement_shown', reseller, statement.kinds.length)
      const lines = csv ? [statementCsv(statement, 'zh-CN').trimEnd()] : linesOf(reseller, text, statement)
      return { lines, data: { statement } }
    },
  }),
]

function linesOf(reseller: number, month: string, statement: Statement): string[] {
  const { sales, beside } = statement
  const rows: [string, number][] = [
    ['opening', statement.openingFen],
    ...statement.kinds.map(({ kind, amountFen }): [string, number] => [kind, amountFen]),
    ['closing', statement.closingFen],
  ]
  const split: [string, number][] = [
    ['price', sales.priceFen],
    ['liability settled', -sales.liabilitySettledFen],
    ['wholesale', -sales.wholesaleFen],
    ['commission', -sales.commissionFen],
  ]
  const spans = Object.entries(beside).map(([account, { openingFen, changeFen, closingFen }]) => {
    return { account, opening: formatFen(openingFen), change: formatFen(changeFen), closing: formatFen(closingFen) }
  })
  const note = statement.isFinal ? 'final' : 'not final yet'
  return [
    `Reseller ${reseller}, ${month}, yuan, ${note}. A debt is below 0.`,
    ...tableLines(rows.map(([what, fen]) => ({ what, yuan: formatFen(fen) }))),
    '',
    `Its ${sales.count} sales:`,
    ...tableLines(split.map(([what, fen]) => ({ what, yuan: formatFen(fen) }))),
    '',
    ...tableLines(spans),
  ]
}
