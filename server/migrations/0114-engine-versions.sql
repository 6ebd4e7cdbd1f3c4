-- suits: 0.2.0
-- Which engine runs on a node, in the engine's own words, such as "Xray 26.7.28". Null: its agent does not say.
alter table node_states add column engine_version text;
