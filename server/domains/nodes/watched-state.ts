import type { AlertSettings } from '../../config.ts'
import type { Node, NodeReport } from './queries.ts'

type Heard = Pick<Node, 'connection'> & Pick<NodeReport, 'seenAt' | 'engine'>
type WatchedState = 'up' | 'starting' | 'down' | 'silent' | 'new'

/**
 * A node's state for the people who watch it, by the configured thresholds. They are stricter than what users are told:
 * users need not see every hiccup. A foreign agent does not report its engine.
 */
export function watchedState(node: Heard, now: Date, settings: AlertSettings): WatchedState {
  if (!node.seenAt) return 'new'
  const silentS = node.connection === 'agent' ? settings.nodeSilentS : settings.uniproxySilentS
  if (now.getTime() - node.seenAt.getTime() > silentS * 1000) return 'silent'
  if (node.connection === 'uniproxy' || node.engine === 'running') return 'up'
  return node.engine === 'down' ? 'down' : 'starting'
}
