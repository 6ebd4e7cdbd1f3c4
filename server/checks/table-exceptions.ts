/**
 * Exceptions to the rule, and why. `by` is a file or a function of the schema; `*` is a computed table name. Writing:
 * another owner's table. Reading: a table of the same layer or a higher one.
 */
export type Exception = { by: string; writes?: readonly string[]; reads?: readonly string[]; why: string }

export const exceptions: readonly Exception[] = [
  {
    by: 'server/domains/personal-data/user-info/queries.ts',
    writes: ['has_traffic'],
    why: 'It only reads; as a function, because the months it may have to look through are opened where they are named.',
  },
  {
    by: 'server/platform/jobs/retention.ts',
    writes: ['*'],
    reads: ['*'],
    why: 'One loop deletes for every domain; each names only its own tables, which a test checks.',
  },
  {
    by: 'server/platform/outbox/queries.ts',
    writes: ['*'],
    reads: ['*'],
    why: 'One way to take, order and put off what waits; each channel names its own tables.',
  },
  {
    by: 'server/domains/notices/retention.ts',
    reads: ['bulk_runs'],
    why: 'A notice stays as long as the bulk run that sent it.',
  },
  {
    by: 'server/mode-mark.ts',
    writes: ['mode_marks'],
    reads: ['*'],
    why: 'Whether a database is a sandbox or production is asked before anything runs, also of tables without a mark.',
  },
  {
    by: 'server/platform/secrets/sealed-rows.ts',
    writes: ['*'],
    reads: ['*'],
    why: 'A new SECRET_KEY must reach every sealed column, and changes no meaning.',
  },
  {
    by: 'server/platform/backup/catalog.ts',
    reads: ['*'],
    why: 'A backup is every table, whoever owns it.',
  },
  {
    by: 'server/platform/backup/create-backup.ts',
    reads: ['*'],
    why: 'As above.',
  },
  {
    by: 'server/platform/backup/load-rows.ts',
    writes: ['traffic_make_partition'],
    reads: ['*'],
    why: 'A restore puts back every row as it was, before anybody owns anything here.',
  },
  {
    by: 'server/domains/imports/reader/read-sqlite.ts',
    reads: ['*'],
    why: "These are tables of another panel's file, none of ours.",
  },
  {
    by: 'server/domains/imports/reader/read-live.ts',
    reads: ['*'],
    why: "These are tables of another panel's database, none of ours.",
  },
  {
    by: 'server/domains/monitor/alerts/delivery-queries.ts',
    writes: ['alerts'],
    why: 'The monitor watches, tells and ends alerts; all that every domain needs is raising one.',
  },
  {
    by: 'server/domains/monitor/alerts/queries.ts',
    writes: ['alerts'],
    why: 'As above.',
  },
  {
    by: 'server/domains/monitor/outage/record-outage.ts',
    writes: ['alerts'],
    why: 'As above.',
  },
  {
    by: 'traffic_ingest_many()',
    writes: ['subscriptions'],
    why: 'A batch and what it uses up are one statement: measured at twice the speed of several.',
  },
  {
    by: 'ledger_post()',
    reads: ['accounts', 'resellers'],
    why: 'Money for a deleted account is kept apart, and a reseller owes up to a limit: both are decided where it is posted.',
  },
  {
    by: 'server/domains/ledger/new-book-checks.ts',
    reads: [
      'accounts',
      'bulk_holds',
      'card_batches',
      'cards',
      'commissions',
      'gift_links',
      'gifts',
      'orders',
      'payments',
      'payouts',
      'resellers',
      'withdrawals',
      '*',
    ],
    why: 'The same for what is new: it looks at everything that names a ledger transaction.',
  },
  {
    by: 'server/domains/ledger/book-checks.ts',
    reads: [
      'accounts',
      'bulk_holds',
      'card_batches',
      'cards',
      'commissions',
      'gift_links',
      'gifts',
      'hand_sales',
      'orders',
      'payments',
      'payouts',
      'refunds',
      'subscription_pieces',
      'trial_claims',
      'withdrawals',
    ],
    why: 'The books are compared with what everybody else says happened: one that trusts them proves nothing.',
  },
  {
    by: 'server/domains/ledger/wholesale-checks.ts',
    reads: [
      'card_batches',
      'cards',
      'gifts',
      'orders',
      'own_prices',
      'packages',
      'price_list_entries',
      'reseller_price_lists',
      'subscription_pieces',
      'subscriptions',
      '*',
    ],
    why: 'What was granted is compared with what the platform received: both sides are read where they were written.',
  },
  {
    by: 'server/domains/ledger/statement-queries.ts',
    reads: ['orders'],
    why: 'The statement of a month puts the sums of its sales beside the postings.',
  },
  {
    by: 'server/domains/ledger/unclaimed.ts',
    reads: ['accounts'],
    why: 'Strays are balances whose account is deleted.',
  },
  {
    by: 'server/domains/resellers/queries.ts',
    reads: ['accounts'],
    why: 'Who runs an agency is shown by name.',
  },
  {
    by: 'server/domains/mail/queries.ts',
    reads: ['accounts'],
    why: 'A mail greets its reader by the name of that moment.',
  },
  {
    by: 'server/domains/packages/subscription-store.ts',
    reads: ['accounts'],
    why: 'Whether time runs is the pause of the account, which is held before the subscription.',
  },
  {
    by: 'server/domains/packages/reset-traffic.ts',
    reads: ['accounts'],
    why: 'The month of a paused account stands still.',
  },
  {
    by: 'server/domains/packages/coupon-queries.ts',
    reads: ['accounts', 'orders'],
    why: 'M10: the uses of a coupon are its orders, counted under its lock; the operator sees whose it is.',
  },
  {
    by: 'server/domains/lines/queries.ts',
    reads: ['line_contacts', 'traffic_hours'],
    why: 'A line is listed with what it carried today, and when it carried anything.',
  },
  {
    by: 'server/domains/lines/lifeline/queries.ts',
    reads: ['merchants'],
    why: 'Whoever has a lifeline must get to the pages of the ways to pay in use.',
  },
  {
    by: 'server/domains/lines/devices/queries.ts',
    reads: ['sessions'],
    why: 'A one-scan code dies with the session that made it.',
  },
  {
    by: 'server/domains/lines/node-calls/queries.ts',
    reads: ['traffic_batches'],
    why: 'An agent that reports hears which of its batches was the last to arrive.',
  },
  {
    by: 'server/domains/tickets/spam-queries.ts',
    reads: ['payments'],
    why: 'Links of users who never paid are held; payments stand beside the help desk.',
  },
  {
    by: 'server/domains/tickets/queries.ts',
    reads: ['payments'],
    why: 'A ticket says when its user last paid; payments stand beside the help desk.',
  },
  {
    by: 'server/domains/status/queries.ts',
    reads: ['node_days', 'node_maintenances'],
    why: 'The public status shows what the monitor found; it has nothing of its own.',
  },
  {
    by: 'server/domains/sessions/operator/queries.ts',
    reads: ['lines'],
    why: 'Support sees at one look how many lines of a user run.',
  },
  {
    by: 'server/domains/console/prove-spending.ts',
    reads: ['bulk_runs'],
    why: 'What a member spent today counts bulk runs too; those build on the console, so they are above it.',
  },
  {
    by: 'server/domains/console/overview/queries.ts',
    reads: ['bulk_runs'],
    why: 'The overview counts the bulk runs under way.',
  },
  {
    by: 'server/domains/console/users/queries.ts',
    reads: ['*'],
    why: 'By which table a page of users begins is what it is sorted by.',
  },
  {
    by: 'server/domains/console/lists/list-page.ts',
    reads: ['*'],
    why: 'One way to page through any list of the console; the list names its table, and the office reads across.',
  },
]
