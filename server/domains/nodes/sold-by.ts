/**
 * Whether a reseller sells node `n`: its own, or a shared one that its groups allow. `reseller` is SQL, such as `$1`.
 * Only new lines are checked; existing lines on other nodes keep running.
 */
export const soldBy = (reseller: string) => `(n.reseller_id = ${reseller} or (n.reseller_id is null and (
  not exists (select from reseller_node_groups g where g.reseller_id = ${reseller})
  or exists (select from reseller_node_groups g join node_group_nodes m on m.group_id = g.group_id
    where g.reseller_id = ${reseller} and m.node_id = n.id))))`
