import { connect } from 'node:net'

import type { NodeFinding, NodeLook } from '../../../../contract/node-api.ts'
import { isUdpOnly } from '../../../../contract/node-engines.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { saveFinding } from '../../nodes/save-look.ts'
import { chooseLooker } from './choose-looker.ts'
import { findLookedNodes } from './queries.ts'
import { toLook } from './take-findings.ts'

const AT_ONCE = 20
const DIAL_MS = 5_000
const faults: Record<string, NodeFinding['fault']> = { ECONNREFUSED: 'refused', ENOTFOUND: 'name' }

/** Tries the ports of nodes that no other node looks at. */
export async function lookFromHere(ctx: JobCtx): Promise<void> {
  const nodes = await findLookedNodes(ctx.db)
  const left = nodes.filter((node) => chooseLooker(node, nodes, ctx.now) === null)
  const work = left.values()
  const worker = async () => {
    for (const node of work) {
      const look = toLook(ctx, node)
      if (look && !isUdpOnly(node)) await saveFinding(ctx.db, await tryPort(look), { by: null, now: ctx.now })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

function tryPort({ nodeId, address, port }: NodeLook): Promise<NodeFinding> {
  const began = performance.now()
  const socket = connect({ host: address, port, timeout: DIAL_MS })
  return new Promise((resolve) => {
    const done = (fault: NodeFinding['fault']) => {
      socket.destroy()
      resolve({ nodeId, way: 'tcp', ms: Math.round(performance.now() - began), fault })
    }
    socket
      .once('connect', () => done(null))
      .once('timeout', () => done('timeout'))
      .once('error', ({ code = '' }: NodeJS.ErrnoException) => done(faults[code] ?? 'timeout'))
  })
}
