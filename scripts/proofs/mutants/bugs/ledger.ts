import type { Bugs } from '../mutant.ts'

/** Keys, gifts, invites and what they pay. */
export const ledgerBugs: Bugs = {
  'server/migrations/0055-ledger.sql': [
    [
      'part - balances[place] > credit_limit',
      'part > credit_limit',
      'forgets a debt when it looks at the credit limit',
      { tests: ['server/domains/ledger/ledger.test.ts', 'server/domains/orders/settle.test.ts'] },
    ],
    [
      'part - balances[place] > credit_limit',
      'part - balances[place] >= credit_limit',
      'refuses the last fen of a credit limit',
      { tests: ['server/checks/debt.property.test.ts'] },
    ],
    [
      "(mode = 'owe' and part",
      '(part',
      'stops a refund at the credit limit of its reseller',
      { tests: ['server/checks/refunds.property.test.ts'] },
    ],
    [
      "'payout_hold', 'bulk_hold') and",
      "'payout_hold') and",
      'spends more of a reserve than is in it',
      { tests: ['server/domains/ledger/ledger.test.ts'] },
    ],
    [
      "p_kinds[i] in ('user', 'commission') and p_amounts[i] > 0",
      "p_kinds[i] = 'user' and p_amounts[i] > 0",
      'pays commission to a deleted account',
      { tests: ['server/domains/ledger/ledger.test.ts', 'server/domains/personal-data/deletion/deletion.test.ts'] },
    ],
  ],
  'server/domains/ledger/post.ts': [
    [
      'if (!repeated) for (const accountId',
      'if (repeated) for (const accountId',
      'tells nobody of money for a deleted account',
    ],
  ],
  'server/domains/ledger/load-balance.ts': [
    ['0 - movedFen - paidFen', '0 - movedFen', 'leaves paid commission out of the used'],
  ],
  'server/domains/ledger/reverse.ts': [
    ["...owner, mayOwe: 'beyond_limit' }", '...owner }', 'cannot undo what a reseller has spent already'],
  ],
  'server/domains/ledger/adjust-balance.ts': [
    [
      "'paid-out': { sign: -1, against: 'outside' }",
      "'paid-out': { sign: -1, against: 'platform' }",
      'books a pay-out as revenue',
    ],
    [
      'key: `adjustment:${resellerId}:${key}`',
      'key: `adjustment:${key}`',
      "takes another reseller's adjustment for a repeat",
    ],
  ],
  'server/domains/ledger/unclaimed.ts': [
    [
      "{ kind: 'liability', resellerId, amountFen, upToOwed: true }",
      "{ kind: 'liability', resellerId, amountFen }",
      'lets giving back unclaimed money leave a liability above zero',
    ],
    ['and l.balance_fen > 0 and ($1', 'and l.balance_fen >= 0 and ($1', 'lists unclaimed money that was given back'],
  ],
  'server/domains/books/load-statement.ts': [
    ["kind === 'reseller' || kind === 'receivable')", "kind === 'reseller')", 'leaves the debt out of a statement'],
  ],
  'server/domains/books/statement-queries.ts': [
    [
      "case when o.paid_by = 'reseller' then 0 else o.total_fen end",
      'o.total_fen',
      'counts a sale by hand as income in a statement',
      { tests: ['server/domains/orders/sell-by-hand.test.ts'] },
    ],
    [
      'p.amount_fen, t.created_at < $4 from',
      'p.amount_fen, t.created_at <= $4 from',
      'puts the first moment of a month into the month before',
    ],
  ],
  'server/domains/books/platform-statement.ts': [
    [
      'inFen: -minusFen, outFen: plusFen',
      'inFen: plusFen, outFen: -minusFen',
      "swaps what came and what went in the platform's statement",
    ],
    [
      "(before?.revenue.closingFen ?? 0) + sumOf(gap, 'platform')",
      '(before?.revenue.closingFen ?? 0)',
      'begins a month where the last stored one ended',
    ],
  ],
  'server/domains/invites/load-withdrawable.ts': [
    [
      '- limits.payoutMarginMs + limits.commissionConfirmMs',
      '- limits.payoutMarginMs',
      'counts the waiting time of commission twice',
    ],
  ],
  'server/domains/invites/queries.ts': [
    [
      "and (o.from_id is null or not ${onCreditSince('o.from_id')})",
      'and (o.from_id is null or o.from_id > 0)',
      'confirms commission that the reseller owes for',
    ],
  ],
  'server/domains/invites/commissions.ts': [
    ['Math.min(left, amountFen)', 'amountFen', 'takes back commission that is already used'],
  ],
  'server/domains/invites/settle-withdrawal.ts': [
    [
      'amountFen: amountFen - feeFen },\n      ...(feeFen > 0',
      'amountFen },\n      ...(feeFen > amountFen',
      'forgets the fee of a withdrawal',
    ],
  ],
  'server/domains/invites/ask-withdrawal.ts': [
    [
      '  if (amountFen <= withdrawableFen) return\n',
      '  if (withdrawableFen > 0) return\n',
      'lets all be withdrawn when a part has waited',
    ],
  ],
  'server/domains/invites/report-missed.ts': [
    [
      'settledAt.getTime() > now.getTime() - limits.withdrawMissedMs',
      'settledAt.getTime() < now.getTime()',
      'offers to report a withdrawal of last year',
    ],
  ],
}
