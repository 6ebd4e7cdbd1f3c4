import { formatFen } from '../../contract/money.ts'
import { checkBooks, type Books } from '../domains/books/check-books.ts'
import { settleAccount, type Settled } from '../domains/books/office/settle-account.ts'
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
