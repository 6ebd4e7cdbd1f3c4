import { connect, isIP } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

import type { NodeFinding, NodeLook } from '../../../../contract/node-api.ts'
import { isUdpOnly, usesTls } from '../../../../contract/node-engines.ts'
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

/** Only the port is judged from here; its certificate is noted where it has one. */
function tryPort({ nodeId, address, port, protocol, settings }: NodeLook): Promise<NodeFinding> {
  const began = performance.now()
  const at = { host: address, port, timeout: DIAL_MS }
  const servername = typeof settings['sni'] === 'string' ? settings['sni'] : isIP(address) > 0 ? '' : address
  const secure = usesTls({ protocol, settings }) ? connectTls({ ...at, servername, rejectUnauthorized: false }) : null
  const socket = secure ?? connect(at)
  return new Promise((resolve) => {
    let isOpen = false
    const done = (found: Omit<NodeFinding, 'nodeId' | 'ms'>) => {
      socket.destroy()
      resolve({ nodeId, ms: Math.round(performance.now() - began), ...found })
    }
    const ended = (fault: NodeFinding['fault']) => done({ way: 'tcp', fault: isOpen ? null : fault })
    socket
      .once('connect', () => {
        isOpen = true
        if (secure === null) ended(null)
      })
      .once('timeout', () => ended('timeout'))
      .on('error', ({ code = '' }: NodeJS.ErrnoException) => ended(faults[code] ?? 'timeout'))
      .once('close', () => ended('timeout'))
    secure?.once('secureConnect', () => done({ way: 'tls', fault: null, ...certificateOf(secure) }))
  })
}

function certificateOf(socket: TLSSocket): Pick<NodeFinding, 'certSha256'> {
  const { fingerprint256 = '' } = socket.getPeerCertificate()
  return socket.authorized || fingerprint256 === ''
    ? {}
    : { certSha256: fingerprint256.replaceAll(':', '').toLowerCase() }
}
