import { startTransition, useEffect, useState } from 'react'

/**
 * False at first, true after the first paint. For parts that nobody sees at once: they render later, in short pieces,
 * so that the rest appears earlier.
 */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => startTransition(() => setLate(true)), [])
  return isLate
}
