import { type RefObject, useEffect, useRef } from 'react'

/** Fills a field with what the page's HTML could not know (an address, a history entry). What was typed already stays. */
export function usePrefill(value: string | null): RefObject<HTMLInputElement | null> {
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = inputRef.current
    if (input && input.value === '' && value !== null) input.value = value
  }, [value])
  return inputRef
}
