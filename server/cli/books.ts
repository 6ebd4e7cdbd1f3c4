import { formatFen } from '../../contract/money.ts'
import { checkBooks, type Books } from '../domains/ledger/check-books.ts'
import { platformCsv } from '../domains/ledger/platform-csv.ts'
import { loadPlatformStatement, type PlatformStatement } from '../domains/ledger/platform-statement.ts'
import { auditRead, command } from './command.ts'
import { readMonth } from './read-options.ts'
import { tableLines } from './table.ts'

export const bookCommands = [
  command({
    name: 'books check',
    summary: 'Check every invariant of docs/money.md, also while the server runs',
    options: {},
    async run(ctx) {
      const books = await checkBooks(ctx.db)
      await auditRead(ctx, 'operator.books_checked', null, books.problems.length)
      return { lines: bookLines(books), data: books, hasProblems: books.problems.length > 0 }
    },
  }),
  command({
    name: 'books statement',
    summary: 'A business month of the platform: money in and out, and what it earned, by kind of transaction',
    options: {
      month: { kind: 'text', help: 'such as 2026-10', isRequired: true },
      csv: { kind: 'flag', help: 'for a spreadsheet' },
    },
    async run(ctx, { month: text, csv }) {
      const statement = await loadPlatformStatement(ctx, readMonth(text))
      await auditRead(ctx, 'operator.platform_statement_shown', null, statement.bank.kinds.length)
      const lines = csv ? [platformCsv(statement, 'zh-CN').text.trimEnd()] : statementLines(text, statement)
      return { lines, data: { statement } }
    },
  }),
]

function bookLines({ problems, totals, transactions }: Books): string[] {
  const kinds = totals.map(({ kind, accounts, balanceFen }) => {
    return `${kind.padEnd(20)}${String(accounts).padStart(8)} accounts${formatFen(balanceFen).padStart(20)}`
  })
  const verdict = problems.length === 0 ? 'every invariant holds' : 'NOT in order:'
  return [...kinds, `${transactions} transactions, ${verdict}`, ...problems.map((problem) => `  ${problem}`)]
}

function statementLines(month: string, { bank, revenue, isFinal }: PlatformStatement): string[] {
  const flows = bank.kinds.map(({ kind, inFen, outFen }) => ({ kind, in: formatFen(inFen), out: formatFen(outFen) }))
  const earned = revenue.kinds.map(({ kind, amountFen }) => ({ kind, yuan: formatFen(amountFen) }))
  return [
    `The platform, ${month}, yuan, ${isFinal ? 'final' : 'not final yet'}.`,
    `Bank: ${formatFen(bank.openingFen)} to ${formatFen(bank.closingFen)}`,
    ...tableLines(flows),
    '',
    `Revenue: ${formatFen(revenue.openingFen)} to ${formatFen(revenue.closingFen)}`,
    ...tableLines(earned),
  ]
}
