-- suits: 0.2.0
-- Whether a node has the key that signs releases of the agent, as its agent says; null: it is too old to say.
alter table node_states add column has_update_key boolean;
