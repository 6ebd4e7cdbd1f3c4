-- suits: 0.2.0
-- SHA-256 of the certificate that a look saw at a node and that nobody but the node has signed; null: others have signed it, or
-- none was seen. Clients are held to it once an operator has confirmed it.
alter table node_states add column look_cert_sha256 text;
alter table node_states
  add constraint node_states_look_cert_sha256_check check (look_cert_sha256 ~ '^[0-9a-f]{64}$') not valid;
