import { useSyncExternalStore, type RefObject, useEffect, useRef } from 'react'

import { limits } from '../../contract/limits.ts'
import { standardLimits } from '../../contract/standard-limits.ts'

const own = {
  passwordMin: limits.passwordMin,
  userNameMin: limits.userNameMin,
  userNameMax: limits.userNameMax,
}
const standard = {
  passwordMin: standardLimits.passwordMin,
  userNameMin: standardLimits.userNameMin,
  userNameMax: standardLimits.userNameMax,
}

/**
 * The limits that a prerendered page tells. Its HTML is the same for every operator, so hydration uses the standard limits; the
 * operator's own follow right after.
 */
export function useLimits(): typeof own {
  return useSyncExternalStore(
    neverChanges,
    () => own,
    () => standard,
  )
}

const neverChanges = () => () => {}

/** Fills a field with a value that the HTML could not know (from the address or a history entry). Keeps typed text. */
export function usePrefill(value: string | null): RefObject<HTMLInputElement | null> {
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = inputRef.current
    if (input && input.value === '' && value !== null) input.value = value
  }, [value])
  return inputRef
}
