-- suits: 0.2.0
-- What a merchant's provider lists of a day, by a file or by its own call. A row that agrees with what is here is
-- settled when it is read; the others are open until they agree or somebody notes why they do not. Nothing of this moves
-- money.
create table bills (
  merchant_id text not null,
  merchant_owner_key integer not null,
  day date not null,
  lines integer not null check (lines >= 0),
  read_by text not null,
  read_at timestamptz not null,
  primary key (merchant_id, day),
  foreign key (merchant_id, merchant_owner_key) references merchants (id, owner_key)
);
create table bill_rows (
  id bigint not null generated always as identity primary key,
  merchant_id text not null,
  merchant_owner_key integer not null,
  day date not null,
  -- `paid` and `refund` are lines of the bill. `missing`: paid here, and in no bill of the days in which it can be.
  kind text not null check (kind in ('paid', 'refund', 'missing')),
  -- The provider's number of the payment or the refund; of what is missing, the payment's id.
  number text not null check (octet_length(number) between 1 and 128),
  out_trade_no text check (octet_length(out_trade_no) between 1 and 64),
  trade_no text check (octet_length(trade_no) between 1 and 64),
  -- As the provider writes it: another currency has no fen.
  amount text check (amount ~ '^[0-9]{1,12}(\.[0-9]{1,6})?$'),
  unit text check (unit ~ '^[A-Z]{3}$'),
  happened_at timestamptz,
  read_at timestamptz not null,
  settled_at timestamptz,
  note text check (char_length(note) between 1 and 200),
  noted_by text,
  foreign key (merchant_id, merchant_owner_key) references merchants (id, owner_key),
  foreign key (merchant_id, day) references bills (merchant_id, day),
  check ((kind = 'missing') = (amount is null)),
  check ((amount is null) = (unit is null)),
  check ((note is null) = (noted_by is null)),
  check (note is null or settled_at is not null)
);
-- Numbers of refunds are unique within their payment only.
create unique index bill_rows_number on bill_rows (merchant_id, kind, number, coalesce(trade_no, ''));
create index bill_rows_trade on bill_rows (merchant_id, out_trade_no);
create index bill_rows_day on bill_rows (merchant_id, day);
create index bill_rows_open on bill_rows (merchant_owner_key, day) where settled_at is null;

-- What a reseller writes below its receipts: who sells, how to get an invoice.
alter table resellers add column receipt_text text;
alter table resellers add constraint resellers_receipt_text check (char_length(receipt_text) between 1 and 300) not valid;
