import type { MonitorNode } from '../../../contract/monitor-figures.ts'
import type { StateTone } from '../../../ui/components/state-word.tsx'
import { watchedLooks } from '../../../ui/components/watched-look.ts'
import { dateFormat } from '../../../ui/words/date-format.ts'

/** Dot and word of a node; the words are in `monitor`. */
export function nodeLook({ state, inMaintenance }: Pick<MonitorNode, 'state' | 'inMaintenance'>) {
  return watchedLooks[inMaintenance ? 'maintenance' : state]
}

const RANK: Record<StateTone, number> = { bad: 0, busy: 1, warn: 2, good: 3, off: 4 }

/** Nodes that need attention first; the rest keep their order. */
export function worstFirst(nodes: readonly MonitorNode[]): MonitorNode[] {
  return nodes.toSorted((a, b) => RANK[nodeLook(a).tone] - RANK[nodeLook(b).tone])
}

const clock = dateFormat('sv-SE', { timeStyle: 'medium' })

/** 15:04:05 on the reader's clock. */
export function timeText(instant: string | number): string {
  return clock().format(new Date(instant))
}
