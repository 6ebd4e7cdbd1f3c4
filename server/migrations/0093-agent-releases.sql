-- suits: 0.2.0
-- Releases of the agent that the operator has signed with a key that this server never has. The file comes with the
-- server's own release.
create table agent_releases (
  number text primary key check (number ~ '^\d{1,4}\.\d{1,4}\.\d{1,4}$'),
  sha256 bytea not null check (octet_length(sha256) = 32),
  signature bytea not null check (octet_length(signature) = 64),
  -- As DER. The line that enrols a node pins it.
  public_key bytea not null check (octet_length(public_key) between 32 and 200),
  signed_at timestamptz not null
);

-- The release that the operator wants on a node. Null: what was installed there.
alter table nodes add column wanted_agent text;
alter table nodes add constraint nodes_wanted_agent_fkey foreign key (wanted_agent) references agent_releases (number) not valid;
-- Why the wanted release does not run there, in the agent's words.
alter table node_states add column update_fault text;
