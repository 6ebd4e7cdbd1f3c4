/** The node's name in alerts and in the audit log. */
export function nodeSubject(nodeId: number): string {
  return `node:${nodeId}`
}
