/**
 * The page that times nodes in a hidden frame. Its policy must name the nodes, and public node addresses soon get
 * blocked: so it is a separate page that needs a ticket.
 */
export const PROBE_PATH = '/hosted/probe'

/** Its messages to the portal: the time of each node that answered, then `done`. */
export type ProbeMessage = { url: string; ms: number } | { done: true }
