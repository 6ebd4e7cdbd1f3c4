import { startTransition, useEffect, useState } from 'react'

/**
 * False at first, true once the page has been painted. For what nobody sees at once: it is rendered afterwards, in short
 * pieces, so that the rest stands earlier.
 */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => startTransition(() => setLate(true)), [])
  return isLate
}
