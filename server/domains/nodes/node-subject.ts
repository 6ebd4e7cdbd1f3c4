/** As alerts and the audit log name a node. */
export function nodeSubject(nodeId: number): string {
  return `node:${nodeId}`
}
