/**
 * Exceptions to the rule, and why. `by` is a file or a function of the schema. Writing:
 * another owner's table. Reading: a table of the same layer or a higher one.
 */
export type Exception = { by: string; writes?: readonly string[]; reads?: readonly string[]; why: string }

export const exceptions: readonly Exception[] = [
  {
    by: 'server/domains/notices/retention.ts',
    reads: ['bulk_runs'],
    why: 'A notice stays as long as the bulk run that sent it.',
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
    by: 'traffic_note_contacts()',
    reads: ['feed_visits'],
    why: 'The first byte of a line is told with what its user last opened, in the statement that books the batch.',
  },
  {
    by: 'server/domains/catalogue/prices/change-queries.ts',
    reads: ['subscriptions'],
    why: 'Whether a higher price sells below cost is judged with how many would renew at it.',
  },
  {
    by: 'server/domains/catalogue/coupon-queries.ts',
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
    by: 'server/domains/lines/node-calls/queries.ts',
    reads: ['traffic_batches'],
    why: 'An agent that reports hears which of its batches was the last to arrive.',
  },
]

/** Tools that are told which table: they may touch any, and mean none. */
export const tools: Readonly<Record<string, string>> = {
  'server/platform/jobs/retention.ts':
    'One loop deletes for every domain; each names only its own tables, which a test checks.',
  'server/platform/outbox/queries.ts':
    'One way to take, order and put off what waits; each channel names its own tables.',
  'server/mode-mark.ts':
    'Whether a database is a sandbox or production is asked before anything runs, also of tables without a mark.',
  'server/platform/secrets/sealed-rows.ts': 'A new SECRET_KEY must reach every sealed column, and changes no meaning.',
  'server/platform/backup/catalog.ts': 'A backup is every table, whoever owns it.',
  'server/platform/backup/create-backup.ts': 'As above.',
  'server/platform/backup/load-rows.ts': 'A restore puts back every row as it was, before anybody owns anything here.',
  'server/domains/imports/reader/read-sqlite.ts': "These are tables of another panel's file, none of ours.",
  'server/domains/imports/reader/read-live.ts': "These are tables of another panel's database, none of ours.",
  'server/domains/users/queries.ts': 'By which table a page of users begins is what it is sorted by.',
  'server/domains/lists/list-page.ts':
    'One way to page through any list of the console; the list names its table, and the office reads across.',
  'server/domains/books/new-book-checks.ts':
    'A check of what is new joins everything that names a ledger transaction, table by table.',
  'server/domains/books/wholesale-checks.ts': 'As above.',
}
