-- suits: 0.2.0
-- What a payer adds for a way to pay, beside the amount that is credited; and how much of that a refund gives back. The
-- release before credits no payment with a fee: its amount is not the gateway's.
alter table payments add column fee_fen bigint not null default 0;
alter table payments add constraint payments_fee check (fee_fen between 0 and 100000000) not valid;
alter table refunds add column fee_fen bigint not null default 0;
alter table refunds add constraint refunds_fee check (fee_fen between 0 and 100000000) not valid;
