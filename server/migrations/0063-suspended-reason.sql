-- suits: 0.2.0
-- Why a reseller was suspended, as its own people read it. The release before ends a suspension without touching it, so
-- nothing ties it to suspended_at: it is shown only while that is set, and each suspension writes it anew.
alter table resellers add column suspended_reason text;
alter table resellers add constraint resellers_suspended_reason_check
  check (char_length(suspended_reason) between 1 and 200) not valid;
