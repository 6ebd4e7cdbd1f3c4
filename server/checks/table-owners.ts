/** Who keeps which table: the owner alone writes it. docs/architecture.md tells why. */
export const tableOwners: Record<string, readonly string[]> = {
  platform: [
    'audit_addresses',
    'audit_log',
    'idempotency_keys',
    'rate_limits',
    'readiness',
    'schema_migrations',
    'secret_marks',
    'spent_proofs',
  ],
  ledger: ['ledger_accounts', 'ledger_postings', 'ledger_transactions'],
  resellers: ['payee_accounts', 'reseller_domains', 'resellers'],
  mail: ['mail_code_guesses', 'mail_codes', 'mails'],
  packages: [
    'coupons',
    'own_prices',
    'package_offers',
    'packages',
    'price_changes',
    'price_list_entries',
    'price_lists',
    'reseller_price_lists',
    'subscriptions',
  ],
  accounts: ['account_helps', 'account_notes', 'accounts'],
  staff: [
    'staff',
    'staff_challenges',
    'staff_invitations',
    'staff_passkeys',
    'staff_recovery_codes',
    'staff_roles',
    'staff_sessions',
  ],
  nodes: ['node_keys', 'node_states', 'nodes'],
  sessions: [
    'device_families',
    'device_generations',
    'passkey_challenges',
    'passkeys',
    'pauses',
    'recovery_codes',
    'sessions',
  ],
  notices: ['notice_reads', 'notice_recipients', 'notices'],
  lines: ['line_addresses', 'lines', 'feed_links'],
  invites: ['commissions', 'withdrawals'],
  orders: ['orders', 'quotes'],
  cards: ['card_batches', 'cards'],
  gifts: ['bulk_holds', 'gifts'],
  traffic: [
    'node_clocks',
    'traffic_batches',
    'traffic_days',
    'traffic_firsts',
    'traffic_hours',
    'traffic_minutes',
    'traffic_rank_pieces',
    'traffic_ranks',
  ],
  payouts: ['payouts'],
  payments: ['merchants', 'notify_inbox', 'payments', 'refund_wishes', 'refunds'],
  monitor: [
    'alert_mail_turns',
    'alerts',
    'book_checks',
    'monitor_events',
    'monitor_sessions',
    'monitors',
    'node_days',
    'node_maintenances',
    'node_minutes',
    'processes',
    'watch_rounds',
  ],
}

/** SQL functions and triggers: whose they are. Only the owner calls them; what they touch, the owner touches. */
export const functionOwners: Record<string, string> = {
  audit_append_only: 'platform',
  audit_forget: 'platform',
  count_traffic_minute: 'traffic',
  is_by_language: 'platform',
  ledger_append_only: 'ledger',
  ledger_post: 'ledger',
  ledger_postings_sum: 'ledger',
  number_monitor_events: 'monitor',
  tell_alert: 'monitor',
  tell_maintenance: 'monitor',
  traffic_drop_partitions: 'traffic',
  traffic_ingest: 'traffic',
  traffic_make_partition: 'traffic',
  traffic_rank: 'traffic',
}

/**
 * What is done beside the rule, and why. `by` is a file, or a function of the schema; `*` is a table that is computed.
 * Writing: a table of another's. Reading: one of the same row or of a higher one.
 */
export type Exception = { by: string; writes?: readonly string[]; reads?: readonly string[]; why: string }

export const exceptions: readonly Exception[] = [
  {
    by: 'server/platform/retention.ts',
    writes: ['*', 'traffic_drop_partitions'],
    reads: ['*', 'sessions'],
    why: 'One table says what is kept how long; in eleven domains nobody would find it.',
  },
  {
    by: 'server/platform/sealed-rows.ts',
    writes: ['*'],
    reads: ['*'],
    why: 'A new SECRET_KEY must reach every sealed column, and changes no meaning.',
  },
  {
    by: 'server/platform/alerts.ts',
    writes: ['alerts'],
    why: 'Any domain raises an alert in its own transaction; the monitor, above them all, does the rest.',
  },
  {
    by: 'traffic_ingest()',
    writes: ['subscriptions'],
    why: 'A batch and what it uses up are one statement: measured at twice the speed of several.',
  },
  {
    by: 'ledger_post()',
    reads: ['accounts', 'resellers'],
    why: 'Money for a deleted account is kept apart, and a reseller owes up to a limit: both are decided where it is posted.',
  },
  {
    by: 'server/domains/ledger/book-checks.ts',
    reads: [
      'accounts',
      'bulk_holds',
      'card_batches',
      'cards',
      'commissions',
      'gifts',
      'orders',
      'payments',
      'refunds',
      'withdrawals',
    ],
    why: 'The books are compared with what everybody else says happened: one that trusts them proves nothing.',
  },
  {
    by: 'server/domains/ledger/statement-queries.ts',
    reads: ['orders'],
    why: 'The statement of a month puts the sums of its sales beside the postings.',
  },
  {
    by: 'server/domains/ledger/unclaimed-queries.ts',
    reads: ['accounts'],
    why: 'Strays are balances whose account is deleted.',
  },
  {
    by: 'server/domains/resellers/agency-queries.ts',
    reads: ['accounts'],
    why: 'Who runs an agency is shown by name.',
  },
  {
    by: 'server/domains/mail/queries.ts',
    reads: ['accounts'],
    why: 'A mail greets its reader by the name of that moment.',
  },
  {
    by: 'server/domains/packages/queries.ts',
    reads: ['accounts'],
    why: 'Whether time runs is the pause of the account, which is held before the subscription.',
  },
  {
    by: 'server/domains/packages/reset-queries.ts',
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
    reads: ['traffic_hours'],
    why: 'A line is listed with what it carried today.',
  },
  {
    by: 'server/domains/lines/node-calls/queries.ts',
    reads: ['traffic_batches'],
    why: 'An agent that reports hears which of its batches was the last to arrive.',
  },
  {
    by: 'server/domains/status/queries.ts',
    reads: ['alerts', 'node_days', 'node_maintenances'],
    why: 'The public status shows what the monitor found; it has nothing of its own.',
  },
  {
    by: 'server/domains/sessions/operator/queries.ts',
    reads: ['lines'],
    why: 'Support sees at one look how many lines of a user run.',
  },
  {
    by: 'server/domains/office/lists/list-page.ts',
    reads: ['*'],
    why: 'One way to page through any list of the console; the list names its table, and the office reads across.',
  },
]
