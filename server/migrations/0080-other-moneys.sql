-- suits: 0.2.0
-- Gateways that name a trade themselves, that take another money than yuan, and that see a payment before it counts.
-- Null for a payment of a gateway that does none of this; the release before writes none of them.
alter table payments
  -- What the gateway calls the trade before it is paid.
  add column gateway_ref text,
  -- What the payer is asked for: 'USD', 'usdt-trc20'. The amount is exact, to the last digit.
  add column quote_unit text,
  add column quote_amount text,
  add column quote_rate text,
  add column quote_address text,
  -- What the gateway last said when it was asked.
  add column gateway_said text,
  add column gateway_said_at timestamptz;
alter table payments add constraint payments_gateway_ref check (octet_length(gateway_ref) between 1 and 255) not valid;
alter table payments add constraint payments_quote check (
  (quote_unit is null) = (quote_amount is null) and (quote_unit is not null or (quote_rate is null and quote_address is null))
) not valid;
alter table payments add constraint payments_quote_unit check (quote_unit ~ '^[A-Za-z0-9-]{2,32}$') not valid;
alter table payments add constraint payments_quote_amount check (quote_amount ~ '^[0-9]{1,20}(\.[0-9]{1,18})?$') not valid;
alter table payments add constraint payments_gateway_said check (
  (gateway_said is null) = (gateway_said_at is null)
  and gateway_said in ('open', 'seen', 'absent', 'closed', 'paid', 'silent', 'mismatch')
) not valid;

-- What is no secret of a merchant's keys, such as the dialect that its gateway speaks; and what it says of each of its
-- ways: a minimum, a name of its own.
alter table merchants
  add column settings jsonb not null default '{}',
  add column way_rules jsonb not null default '{}';
