-- suits: 0.2.0
-- What was added not valid is valid from here on. Each table is read once while everybody works. The rule of line_moves came
-- with 0.1.0; that of bell_rings is valid already, but not where a build between the releases made it.
alter table accounts
  validate constraint accounts_password_kind_check,
  validate constraint accounts_password_salt_check;
alter table bell_rings validate constraint bell_rings_kind_check;
alter table card_batches
  validate constraint card_batches_import_fkey,
  validate constraint card_batches_price_check,
  validate constraint card_batches_starts_at_use;
alter table gifts validate constraint gifts_paid_by_check;
alter table ledger_accounts
  validate constraint ledger_accounts_kind_check,
  validate constraint ledger_accounts_owner,
  validate constraint ledger_accounts_sign;
alter table line_moves validate constraint line_moves_only_reseller_id_fkey;
alter table node_states
  validate constraint node_states_blocked_check,
  validate constraint node_states_cert_sha256_check,
  validate constraint node_states_look_fault_check,
  validate constraint node_states_look_sizes_check,
  validate constraint node_states_look_way_check;
alter table nodes validate constraint nodes_wanted_agent_fkey;
alter table orders
  validate constraint orders_balance_part,
  validate constraint orders_by_hand_at_wholesale,
  validate constraint orders_held_while_unpaid,
  validate constraint orders_paid_by_check;
alter table packages
  validate constraint packages_notes_check,
  validate constraint packages_trial,
  validate constraint packages_trial_paid_by_check;
alter table payments
  validate constraint payments_balance_part,
  validate constraint payments_parts_counted;
alter table price_lists
  validate constraint price_lists_earnings_example_check,
  validate constraint price_lists_earnings_examples_check;
alter table refunds validate constraint refunds_amounts;
alter table resellers
  validate constraint resellers_feed_headers_check,
  validate constraint resellers_suspended_reason_check;
alter table subscriptions
  validate constraint subscriptions_next_package_fkey,
  validate constraint subscriptions_next_check;
