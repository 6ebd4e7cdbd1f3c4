import type { NodeFinding, NodeLook } from '../../contract/node-api.ts'
import { ordinaryDialling, type Dialling } from '../forwarder.ts'
import { log, messageOf } from '../log.ts'
import { pause } from '../pause.ts'
import { Refused, type Portal } from '../portal.ts'
import type { Settings } from '../settings.ts'
import { clientEngineOf, type ClientEngine, type Way } from './client-config.ts'
import { dialNode } from './dial-node.ts'
import { findClients, lookByEngine } from './look-by-engine.ts'

type Options = {
  dir: string
  settings: Pick<Settings, 'server' | 'engines'> & { intervals: Pick<Settings['intervals'], 'lookMs'> }
  portal: Pick<Portal, 'looks'>
  /** For tests on loopback. */
  dialling?: Dialling | undefined
  hasProbe(): boolean
}

const AT_ONCE = 10
/** A longer list is cut: whatever the server says, this machine opens no more connections a minute. */
const LOOKS_MAX = 200

/**
 * Looks at other nodes of this installation, as the server asks, and tells it what was found. It dials public addresses
 * only, once for each node of the list. Nothing here disturbs the agent's own node.
 */
export async function lookAtOthers(options: Options, signal: AbortSignal): Promise<void> {
  const { portal, settings, hasProbe } = options
  const engines = await findClients(settings.engines)
  let looks: NodeLook[] = []
  while (!signal.aborted) {
    try {
      const findings = await lookAll(options, engines, looks, signal)
      const answer = await portal.looks({ engines, hasProbe: hasProbe(), findings }, signal)
      looks = answer.looks.slice(0, LOOKS_MAX)
    } catch (error) {
      looks = []
      // A server of an older release does not know the call.
      const isUnknown = error instanceof Refused && error.status === 404
      if (!isUnknown && !signal.aborted) log('warn', 'looks', { reason: messageOf(error) })
    }
    await pause(settings.intervals.lookMs, signal)
  }
}

async function lookAll(
  options: Options,
  engines: readonly ClientEngine[],
  looks: readonly NodeLook[],
  signal: AbortSignal,
): Promise<NodeFinding[]> {
  const { dialling = ordinaryDialling } = options
  const findings: NodeFinding[] = []
  const waiting = looks.values()
  const reached: Reached[] = []
  const worker = async () => {
    for (const look of waiting) {
      if (signal.aborted) return
      const { address, finding } = await dialNode(look, dialling)
      const { credential } = look
      // A port that does not answer carries nothing either, and says better why.
      const engine = credential === null || finding?.fault ? null : clientEngineOf(look, engines)
      if (address && engine) reached.push({ engine, address, look: { ...look, credential: credential! }, finding })
      else if (finding) findings.push({ nodeId: look.nodeId, ...finding })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const carried = await carryAll(options, reached, signal)
  return [...findings, ...carried]
}

type Reached = Omit<Way, 'socksPort'> & { engine: ClientEngine; finding: Omit<NodeFinding, 'nodeId'> | null }

async function carryAll(options: Options, reached: readonly Reached[], signal: AbortSignal): Promise<NodeFinding[]> {
  const { dir, settings } = options
  const parts = { dir, programs: settings.engines, server: settings.server }
  const findings: NodeFinding[] = []
  for (const [engine, ways] of Map.groupBy(reached, ({ engine }) => engine)) {
    if (signal.aborted) break
    const found = await lookByEngine(parts, engine, ways)
    for (const { look, finding } of ways) {
      // If the client did not start, what is known is what the port said.
      const told = found?.get(look.nodeId) ?? finding
      if (told) findings.push({ nodeId: look.nodeId, ...certificateOf(finding), ...told })
    }
  }
  return findings
}

/** The engine sees no certificate; the port has shown it before. */
function certificateOf(finding: Reached['finding']): Pick<NodeFinding, 'certSha256'> {
  return finding?.certSha256 === undefined ? {} : { certSha256: finding.certSha256 }
}
