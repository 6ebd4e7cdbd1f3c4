import { formatFen } from '../../contract/money.ts'
import { checkBooks, type Books } from '../domains/ledger/check-books.ts'
import { auditRead, command } from './command.ts'

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
]

function bookLines({ problems, totals, transactions }: Books): string[] {
  const kinds = totals.map(({ kind, accounts, balanceFen }) => {
    return `${kind.padEnd(20)}${String(accounts).padStart(8)} accounts${formatFen(balanceFen).padStart(20)}`
  })
  const verdict = problems.length === 0 ? 'every invariant holds' : 'NOT in order:'
  return [...kinds, `${transactions} transactions, ${verdict}`, ...problems.map((problem) => `  ${problem}`)]
}
