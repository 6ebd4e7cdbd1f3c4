import { formatFen } from '../../contract/money.ts'
import { checkBooks, type Books } from '../domains/books/check-books.ts'
import { settleAccount, type Settled } from '../domains/books/office/settle-account.ts'
import { platformCsv } from '../domains/books/platform-csv.ts'
import { loadPlatformStatement, type PlatformStatement } from '../domains/books/platform-statement.ts'
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
    name: 'books settle',
    summary: 'For an account that the books name (M42): take back the time nobody paid for, or take it on the platform',
    hasDryRun: true,
    options: {
      reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
      account: { kind: 'number', help: 'number of the account, as the books name it', isRequired: true },
      accept: { kind: 'flag', help: 'take nothing back: the platform bears it' },
    },
    async run(ctx, { reseller: resellerId, account: accountId, accept }) {
      const owner = { resellerId, accountId }
      const settled = await settleAccount(ctx, owner, accept ? 'accept' : 'cut', ctx.actor)
      return { lines: [settledLine(settled)], data: settled }
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

function bookLines({ problems, totals, transactions, own }: Books): string[] {
  const kinds = totals.map(({ kind, accounts, balanceFen }) => {
    return `${kind.padEnd(20)}${String(accounts).padStart(8)} accounts${formatFen(balanceFen).padStart(20)}`
  })
  const verdict = problems.length === 0 ? 'every invariant holds' : 'NOT in order:'
  const borne = `borne by the platform itself, gifts and refunds of what was used: ${formatFen(own.fen)} yuan, ${own.accounts} accounts`
  return [...kinds, borne, `${transactions} transactions, ${verdict}`, ...problems.map((problem) => `  ${problem}`)]
}

function settledLine({ missingFen, takenSeconds, takenBytes, ownFen }: Settled): string {
  if (missingFen === 0) return 'Nothing is missing: nothing was changed.'
  const taken = takenBytes > 0 ? `${takenBytes} bytes` : `${Math.round(takenSeconds / 86_400)} days`
  return `${formatFen(missingFen)} yuan were missing. Taken back: ${taken}. Borne by the platform: ${formatFen(ownFen)} yuan.`
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
