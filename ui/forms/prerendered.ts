import { useSyncExternalStore, type RefObject, useEffect, useRef } from 'react'

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

/** Fills a field with what the page's HTML could not know (an address, a history entry). What was typed already stays. */
export function usePrefill(value: string | null): RefObject<HTMLInputElement | null> {
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = inputRef.current
    if (input && input.value === '' && value !== null) input.value = value
  }, [value])
  return inputRef
}
