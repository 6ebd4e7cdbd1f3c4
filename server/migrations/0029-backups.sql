-- What was backed up when. The files themselves lie on the machine that made them: this says, to all, how old the last good one is.
create table backup_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  is_nightly boolean not null,
  is_sealed boolean not null,
  host text not null check (char_length(host) <= 255),
  file text not null,
  bytes bigint check (bytes > 0),
  sha256 text,
  -- Why there is none.
  trouble text check (char_length(trouble) between 1 and 500),
  check ((trouble is null) = (bytes is not null)),
  check ((trouble is null) = (sha256 is not null))
);
create index backup_runs_time on backup_runs (started_at);
