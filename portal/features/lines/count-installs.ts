import type { Line } from '../../../contract/lines.ts'
import { useLineState } from '../../state/line.ts'

/** The node has not confirmed it yet. */
export function isUnderWay({ state }: Pick<Line, 'state'>): boolean {
  return state === 'installing' || state === 'moving'
}

/** Keeps `line.times` by node: plus one at a start, minus one at an end, 0 after leaving the screen. */
export function countInstalls() {
  const counted = new Set<number>()
  return {
    /** Takes the nodes with work in progress; returns those where it has just ended. */
    show(nodeIds: Iterable<number>): number[] {
      const now = new Set(nodeIds)
      const { increment, decrement } = useLineState.getState()
      const ended = [...counted].filter((nodeId) => !now.has(nodeId))
      for (const nodeId of now) {
        if (counted.has(nodeId)) continue
        counted.add(nodeId)
        increment()
      }
      for (const nodeId of ended) {
        counted.delete(nodeId)
        decrement()
      }
      return ended
    },
    leave(): void {
      counted.clear()
      useLineState.getState().reset()
    },
  }
}
