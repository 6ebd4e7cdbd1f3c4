import { agentVersion } from '../../../../contract/agent-release.ts'
import type { consoleApi } from '../../../../contract/console/api.ts'
import type { NodeAgent } from '../../../../contract/console/nodes.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import type { Answer, AnswerOf } from '../../../platform/http/answer.ts'
import type { FleetRow } from '../../nodes/agents/fleet.ts'
import { keyLine, lacksKey, readFleet } from '../../nodes/agents/releases.ts'

/** What runs on the nodes of our own agent, beside the newest release that nodes may update to. */
export async function findAgents(ctx: StaffCtx<'platform'>): Promise<AnswerOf<typeof consoleApi.nodes.agents>> {
  const { release, nodes } = await readFleet(ctx)
  return {
    keyLine: await keyLine(ctx),
    release: release && { number: release.number, signedAt: release.signedAt },
    nodes: nodes.map((node) => toAgent(node, release?.number ?? null)),
  }
}

function toAgent(node: FleetRow, newest: string | null): Answer<NodeAgent> {
  const { id, name, region, engineVersion, seenAt } = node
  const state = stateOf(node, newest)
  const fault = state === 'failed' ? node.updateFault : null
  const own = { id, name, region, agentVersion: node.agentVersion, engineVersion }
  return { ...own, state, fault, lacksKey: lacksKey(node), seenAt }
}

function stateOf(
  { agentVersion: runs, wantedAgent, updateFault }: FleetRow,
  newest: string | null,
): NodeAgent['state'] {
  if (newest === null) return null
  if (runs === agentVersion(newest)) return 'current'
  if (wantedAgent !== newest) return 'behind'
  return updateFault === null ? 'updating' : 'failed'
}
