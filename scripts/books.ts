// Checks the books against every invariant of docs/money.md, also while the server runs: npm run books
import { formatFen } from '../contract/money.ts'
import { withDatabase } from '../server/cli/open-database.ts'
import { readConfig } from '../server/config.ts'
import { checkBooks, type Books } from '../server/domains/ledger/check-books.ts'

function print({ problems, totals, transactions }: Books): void {
  for (const { kind, accounts, balanceFen } of totals) {
    console.log(`${kind.padEnd(20)}${String(accounts).padStart(8)} accounts${formatFen(balanceFen).padStart(20)}`)
  }
  console.log(`${transactions} transactions, ${problems.length === 0 ? 'every invariant holds' : 'NOT in order:'}`)
  for (const problem of problems) console.log(`  ${problem}`)
}

try {
  const books = await withDatabase(readConfig(), checkBooks)
  print(books)
  if (books.problems.length > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
