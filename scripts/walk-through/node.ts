import { enrolAtPortal, openPortal } from '../../agent/portal.ts'

const AGENT_VERSION = 'walk-through'

export type WalkNode = { confirm(): Promise<void> }

/**
 * An agent without an engine: it enrols with the printed token, applies what it is told, and confirms that with a
 * signature.
 */
export async function openNode(server: string, token: string): Promise<WalkNode> {
  const identity = await enrolAtPortal(server, token, AGENT_VERSION)
  const portal = openPortal(server, identity)
  return {
    async confirm() {
      const { revision } = await portal.users({ since: 0, wait: 0, lifeline: false }, new AbortController().signal)
      await portal.state({
        boot: 'walk-through',
        engine: 'running',
        appliedRevision: revision,
        failed: [],
        agentVersion: AGENT_VERSION,
        cpuPercent: 1,
        memoryPercent: 1,
        connections: 0,
        upBps: 0,
        downBps: 0,
        addresses: [],
      })
    },
  }
}
