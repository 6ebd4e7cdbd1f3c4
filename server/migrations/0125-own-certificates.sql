-- suits: 0.2.0
-- SHA-256 of the certificate that a node's agent made itself, as it told last. A pin in the node's settings that is equal to
-- it follows the agent's next certificate; another one was typed by an operator and stays.
alter table node_states add column cert_sha256 text;
alter table node_states
  add constraint node_states_cert_sha256_check check (cert_sha256 ~ '^[0-9a-f]{64}$') not valid;
