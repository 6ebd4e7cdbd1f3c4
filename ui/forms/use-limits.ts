import { useSyncExternalStore } from 'react'

import { limits } from '../../contract/limits.ts'
import { standardLimits } from '../../contract/standard-limits.ts'

/**
 * The limits, for what a prerendered page shows: its HTML is the same for every operator, so hydration sees the
 * standard, and what the operator has changed comes right after.
 */
export function useLimits(): typeof limits {
  return useSyncExternalStore(
    neverChanges,
    () => limits,
    () => standardLimits,
  )
}

const neverChanges = () => () => {}
