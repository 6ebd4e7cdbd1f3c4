import type { NodeRow } from '../../contract/console/nodes.ts'
import type { StateTone } from './state-word.tsx'

/** Dot and word of a node for those who watch over it. Maintenance is intended, so it is no alarm. */
export const watchedLooks = {
  up: { tone: 'good', word: 'nodeUp' },
  starting: { tone: 'busy', word: 'nodeStarting' },
  down: { tone: 'bad', word: 'nodeDown' },
  silent: { tone: 'bad', word: 'nodeSilent' },
  new: { tone: 'off', word: 'nodeNew' },
  maintenance: { tone: 'warn', word: 'nodeMaintenance' },
} as const satisfies Record<NodeRow['state'], { tone: StateTone; word: string }>
