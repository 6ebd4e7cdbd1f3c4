import { create } from 'zustand'

/** While no answer arrives, screens show kept ones: when the oldest of them came. Null while answers are fresh. */
export const useKept = create<{ atMs: number | null }>()(() => ({ atMs: null }))

export function showKept(atMs: number): void {
  useKept.setState(({ atMs: now }) => ({ atMs: Math.min(atMs, now ?? atMs) }))
}

export function showFresh(): void {
  if (useKept.getState().atMs !== null) useKept.setState({ atMs: null })
}
