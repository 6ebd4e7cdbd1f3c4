import { create } from 'zustand'

export type LineState = {
  nodeList: readonly unknown[]
  lineList: readonly unknown[]
  /** Installs under way; the list is polled while it is above 0. */
  times: number
  setNodeList(nodes: readonly unknown[]): void
  setLineList(lines: readonly unknown[]): void
  increment(): void
  decrement(): void
  reset(): void
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
}))
