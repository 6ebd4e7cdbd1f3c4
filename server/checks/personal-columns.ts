/**
 * The agreed fate of every column about a user, typed apart from the code: first in the file of own data, then when the
 * account is deleted. A test compares it with the schema and with what happens to an account that has everything.
 */
export const reasons = {
  // In the file of own data.
  file: 'its value is there',
  told: 'it is there in other words: a name for a number, a sum, a mask',
  twice: 'the file has it from another table',
  key: 'only says whose row it is, or which',
  secret: 'opens something, or is what a secret is compared with',
  inner: 'how the program works',
  office: 'the business of the reseller or the platform: what they paid, who of them did it',
  others: 'somebody else’s',
  // When the account is deleted.
  gone: 'the row is deleted',
  cleared: 'the row stays without it',
  books: 'what was bought, paid and delivered stays in the books, under a pseudonym',
  proof: 'what was done and agreed to stays provable',
  once: 'nobody gets a second trial by leaving',
  soon: 'goes by itself within days or months',
} as const
export type Reason = keyof typeof reasons

const table = `
account_helps
  kind created_at | file | gone
  actor | office | gone
  id reseller_id account_id | key | gone
account_notes
  body created_at | file | gone
  author | office | gone
  id reseller_id account_id | key | gone
account_tags
  tag created_at | file | gone
  reseller_id account_id | key | gone
accounts
  user_name former_name email email_verified_at invite_code totp_confirmed_at locked_at paused_at blocked_at blocked_reason | file | cleared
  speed_mode language | file | cleared
  inviter_id | told | books
  agreement_version agreed_at created_at | file | proof
  delete_after | file | proof
  password_hash password_kind password_salt totp_secret | secret | cleared
  totp_step | inner | inner
  invite_mark | office | books
  waives_balance waived_fen keeps_place is_deletion_by_staff is_demo | inner | inner
  deleted_at | inner | proof
  id reseller_id | key | key
audit_addresses
  address created_at | office | soon
  audit_id | key | soon
audit_log
  action detail created_at | file | proof
  actor | told | proof
  before after | twice | proof
  id reseller_id subject | key | proof
bulk_items
  state reason done_at priced_fen | twice | books
  bulk_id reseller_id account_id | key | key
cards
  last_four assigned_at redeemed_at | file | books
  state redeemed_by batch_id | told | books
  code_hash sealed_code | secret | books
  id reseller_id account_id | key | key
commissions
  amount_fen | told | books
  state confirm_after is_marked confirmed_at | twice | books
  invitee_id | others | books
  order_id reseller_id inviter_id | key | key
coupons
  code percent amount_fen starts_at ends_at created_at | file | books
  package_id uses_max uses_per_account_max | office | books
  id reseller_id account_id | key | key
device_families
  user_agent created_at seen_at expires_at revoked_at | file | gone
  id reseller_id account_id | key | gone
device_generations
  secret_hash | secret | gone
  generation created_at used_at | inner | gone
  family_id | key | gone
feed_devices
  id created_at used_at revoked_at | file | gone
  code_hash token_hash | secret | gone
  expires_at | inner | gone
  reseller_id account_id session_id | key | gone
feed_hwids
  client system first_seen_at seen_at | file | gone
  hwid_hash | secret | gone
  reseller_id account_id | key | gone
feed_links
  token_hash | secret | gone
  generation | inner | gone
  reseller_id account_id | key | gone
feed_visits
  device opened_at opened_on fetched_at client | file | gone
  reseller_id account_id | key | gone
gift_links
  kind days traffic_bytes price_fen state last_four created_at expires_at ended_at | file | books
  package_id | told | books
  code_hash | secret | books
  used_by | others | books
  wholesale_fen | office | books
  made_by request_key gift_id | inner | books
  id reseller_id giver_id | key | key
gifts
  kind days traffic_bytes amount_fen period created_at | file | books
  package_id | told | books
  cost_fen paid_by given_by | office | books
  bulk_hold_id request_key input_hash | inner | books
  id reseller_id account_id | key | key
hand_sales
  noted_fen | file | books
  cost_fen sold_by created_at | office | books
  order_id reseller_id | key | key
idempotency_keys
  answer | twice | soon
  owner call key body_hash created_at | inner | soon
  reseller_id account_id | key | soon
import_things
  marks balance_fen commission_fen turn | inner | books
  old_key our_key kind import_id reseller_id | key | key
ledger_accounts
  balance_fen | file | books
  id kind code stripe reseller_id account_id | key | key
ledger_postings
  amount_fen balance_after_fen | file | books
  transaction_id ledger_account_id | key | key
ledger_transactions
  id kind created_at | file | books
  key memo | inner | books
  input_hash | inner | books
  reseller_id | key | key
lifelines
  ended_at until_at used_bytes | file | soon
  reseller_id account_id | key | soon
line_addresses
  address first_seen_at seen_at | file | gone
  node_id | told | gone
  reseller_id account_id | key | gone
line_contacts
  begun_at seen_at | file | soon
  reseller_id account_id line_number | key | soon
line_move_items
  state reason done_at | inner | soon
  move_id line_id reseller_id account_id | key | soon
lines
  created_at | file | soon
  state reason | file | cleared
  node_id | told | soon
  sealed_credential | secret | cleared
  state_since revision warned_at leaves_at | inner | cleared
  generation port | inner | soon
  id | file | key
  number reseller_id account_id moved_from | key | key
mail_code_guesses
  caller guesses | inner | gone
  code_id | key | gone
mail_codes
  purpose email created_at expires_at used_at | file | gone
  subject code_hash sealed_code | secret | gone
  guesses_left lane | inner | gone
  id reseller_id account_id | key | gone
mails
  template to_address created_at sent_at | file | gone
  params | secret | gone
  language | twice | gone
  id reseller_id account_id code_id | key | gone
notice_reads
  read_at | file | gone
  notice_id | told | gone
  reseller_id account_id | key | gone
notice_recipients
  notice_id | told | gone
  reseller_id account_id | key | gone
notify_inbox
  body verdict times received_at | office | soon
  id merchant_id notify_key payment_id | key | soon
old_feed_tokens
  token_hash | secret | gone
  reseller_id account_id | key | gone
orders
  id action state list_fen discount_fen credit_fen total_fen paid_by refunded_fen | file | books
  period created_at settled_at closed_at | file | books
  package_id | told | books
  detail | file | cleared
  balance_fen payment_id | twice | books
  wholesale_fen full_wholesale_fen commission_fen | office | books
  inviter_id | others | books
  basis_revision holds_stock held_for expires_at quote_id coupon_id | inner | books
  reseller_id account_id | key | key
passkey_challenges
  challenge | secret | gone
  purpose expires_at | inner | gone
  reseller_id account_id | key | gone
passkeys
  name created_at used_at | file | gone
  id public_key | secret | gone
  counter transports | inner | gone
  reseller_id account_id | key | gone
pauses
  started_at ended_at is_block | file | gone
  expires_at is_undone | inner | gone
  id reseller_id account_id | key | gone
payment_confirmations
  amount_fen proof reason asked_by asked_at state settled_by settled_at | office | books
  id reseller_id payment_id account_id merchant_id merchant_owner_key | key | key
payment_proofs
  proof told_at | inner | books
  reseller_id payment_id | key | key
payments
  out_trade_no purpose order_id channel state credited_to amount_fen fee_fen refunded_fen created_at paid_at closed_at | file | books
  merchant_id | told | books
  balance_fen | twice | books
  pc_url wap_url qr_code key_hash | secret | books
  trade_no payer asked_hash checked_at known_at expires_at counts_balance refund_asked_fen | inner | books
  gateway_ref gateway_said gateway_said_at quote_unit quote_amount quote_rate quote_address | inner | books
  id reseller_id account_id merchant_owner_key | key | key
push_devices
  service_host created_at | file | gone
  endpoint_hash sealed_target | secret | gone
  id reseller_id account_id session_id | key | gone
quotes
  action period list_fen discount_fen credit_fen total_fen created_at expires_at basis_revision | inner | soon
  id reseller_id account_id package_id coupon_id | key | soon
recovery_codes
  used_at | file | gone
  code_hash | secret | gone
  reseller_id account_id | key | gone
refund_wishes
  amount_fen reason asked_by created_at state answer settled_at | office | books
  id reseller_id order_id payment_id | key | key
refunds
  amount_fen fee_fen state created_at settled_at balance_fen | twice | books
  reason actor | office | books
  out_request_no | inner | books
  id reseller_id payment_id | key | key
reminder_marks
  kind mark created_at | inner | gone
  reseller_id account_id | key | gone
reminder_settings
  muted | file | gone
  reseller_id account_id | key | gone
sessions
  strength user_agent address created_at seen_at expires_at revoked_at | file | gone
  token_hash previous_hash | secret | gone
  previous_until rotated_at | inner | gone
  id reseller_id account_id device_family_id | key | gone
subscription_pieces
  kind paid_fen credit_fen seconds bytes created_at ended_at | twice | books
  received_fen own_fen rate_fen rate_seconds rate_bytes became moved_paid_fen moved_credit_fen | office | books
  reseller_id account_id number package_id order_id card_id gift_id | key | key
subscriptions
  expires_at banked_seconds used_bytes total_bytes pack_bytes period device_limit line_limit speed_class | file | gone
  auto_renew next_period next_reset_at | file | gone
  package_id next_package_id | told | gone
  paid_fen paid_wholesale_fen paid_seconds paid_bytes | twice | gone
  expiry_day reset_day renew_told_for renew_told_fen renew_failed_for revision month_bytes piece_revision | inner | gone
  last_piece starts_by early_renew_fen early_renewed_at used_up_bytes ended_told_for | inner | gone
  reseller_id account_id | key | gone
telegram_bindings
  chat_id chat_name muted blocked_at created_at | file | gone
  staff_id | others | gone
  id bot_id reseller_id account_id | key | gone
telegram_codes
  code_hash | secret | gone
  expires_at | inner | gone
  staff_id | others | gone
  bot_id reseller_id account_id | key | gone
telegram_messages
  kind text state created_at ended_at | file | gone
  chat_id | twice | gone
  key is_silent tries doubts not_before problem message_number | inner | gone
  id bot_id binding_id reseller_id | key | gone
ticket_messages
  author body created_at | file | gone
  staff_id | office | gone
  id reseller_id ticket_id | key | gone
ticket_notes
  side body created_at staff_id | office | gone
  id reseller_id ticket_id | key | gone
ticket_pictures
  bytes | told | gone
  width height created_at | inner | gone
  id reseller_id account_id message_id | key | gone
ticket_texts
  text_hash created_at | inner | gone
  reseller_id ticket_id account_id | key | gone
tickets
  id category title state facts created_at closed_at rating rating_word | file | gone
  holder waits_since last_at first_answered_at closed_by held_at released_at assignee_id | office | gone
  merged_into reseller_id account_id | key | gone
traffic_days
  day up_bytes down_bytes | twice | soon
  reseller_id account_id | key | soon
traffic_firsts
  first_at | file | once
  reseller_id account_id | key | key
traffic_hours
  hour up_bytes down_bytes charged_bytes | file | soon
  node_id | told | soon
  reseller_id account_id | key | soon
trial_claims
  created_at | file | once
  mail_hash | secret | once
  reseller_id account_id gift_id | key | key
webhook_deliveries
  object state tries not_before created_at ended_at | office | soon
  id webhook_id event_id reseller_id | key | soon
webhook_events
  type object body created_at | office | soon
  id reseller_id | key | soon
withdrawals
  id amount_fen fee_fen method state reason created_at settled_at missed_at | file | books
  sealed_account | told | cleared
  paid_by approved_by approved_at settled_by | office | books
  reseller_id account_id | key | key
`

export type Agreed = { column: string; file: Reason; deletion: Reason }

/** By `table.column`. */
export const personalColumns: readonly Agreed[] = (() => {
  let name = ''
  return table
    .trim()
    .split('\n')
    .flatMap((line): Agreed[] => {
      if (!line.startsWith(' ')) {
        name = line
        return []
      }
      const [columns, file, deletion] = line.split('|').map((part) => part.trim()) as [string, Reason, Reason]
      return columns.split(' ').map((column) => ({ column: `${name}.${column}`, file, deletion }))
    })
})()

/** Tables without a row about a user, and why. */
export const otherTables: Record<string, string> = {
  'about staff and monitors: they leave by being removed': `api_keys bell_marks bell_rings bulk_runs monitor_sessions monitors office_notice_reads payee_accounts payouts
     platform_words saved_views staff staff_challenges staff_invitations staff_passkeys staff_recovery_codes staff_roles
     staff_sessions staff_summaries telegram_replies ticket_chats`,
  'about resellers; the file shows its owner an agency, and an owner cannot leave': `article_counts articles bulk_holds card_batches export_parts exports hidden_clients office_contacts office_days office_guides
     office_summed own_prices package_offers reseller_domains reseller_limit_tellings reseller_limits
     reseller_node_groups reseller_price_lists reminder_texts reseller_texts resellers special_prices statements
     template_pictures ticket_templates trial_offers unsaved_keys webhook_tries webhooks telegram_bots`,
  'about what is sold, and told to all': `client_file_parts client_files client_places clients merchants notices
     office_notices packages price_changes price_list_entries price_lists`,
  'what a payment provider lists: its numbers and amounts, no names': 'bill_rows bills',
  'about nodes': `agent_releases line_counts line_moves maintenance_windows node_blocked_days node_clocks node_days
     node_group_nodes node_groups node_keys node_maintenances node_minutes node_states nodes old_feed_paths
     old_node_keys outage_nodes outages traffic_batches traffic_left_out traffic_minutes`,
  'about the installation; a number of an account may be named in an alert': `alert_mail_turns alert_rules alerts
     backup_runs book_checks ledger_closed_days ledger_days ledger_marks maintenance_switch mode_marks monitor_events
     platform_statements processes readiness schema_migrations secret_marks watch_rounds`,
  'gone within days: counters, proofs that were used, what is being brought in': `import_passwords import_tasks
     import_upload_parts import_uploads imports rate_limits spent_proofs`,
  'made anew each hour from the rows above: numbers of accounts and bytes': 'traffic_rank_pieces traffic_ranks',
}
