import { create } from 'zustand'

import { readPageStart } from '../device/page-start.ts'

/** Outdated once an answer names another build than the one this page was served with. */
export const useBuild = create<{ isOutdated: boolean }>()(() => ({ isOutdated: false }))

export function compareBuild(served: string | null): void {
  const own = readPageStart().build
  if (served && own && served !== own) useBuild.setState({ isOutdated: true })
}
