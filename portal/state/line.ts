import { create } from 'zustand'

import type { Line, LineNode } from '../../contract/lines.ts'

export type LineState = {
  nodeList: readonly LineNode[]
  lineList: readonly Line[]
  /** Installs in progress; the list is polled while this is above 0. */
  times: number
  setNodeList(nodes: readonly LineNode[]): void
  setLineList(lines: readonly Line[]): void
  increment(): void
  decrement(): void
  reset(): void
  /** The lists contain credentials: clear them when the user signs out. */
  clear(): void
}

export const useLineState = create<LineState>()((set) => ({
  nodeList: [],
  lineList: [],
  times: 0,
  setNodeList: (nodeList) => set({ nodeList }),
  setLineList: (lineList) => set({ lineList }),
  increment: () => set(({ times }) => ({ times: times + 1 })),
  decrement: () => set(({ times }) => ({ times: Math.max(0, times - 1) })),
  reset: () => set({ times: 0 }),
  clear: () => set({ nodeList: [], lineList: [], times: 0 }),
}))
