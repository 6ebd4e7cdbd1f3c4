/**
 * The page that times nodes for a hidden frame. Its policy has to name them, and an address that anybody can read soon
 * gets blocked: so it is a page of its own, for whoever brings a ticket.
 */
export const PROBE_PATH = '/hosted/probe'

/** What it tells the portal: the time of each node that answered, then that no more will come. */
export type ProbeMessage = { url: string; ms: number } | { done: true }
