import { useState } from 'react'

import { useKnownInfo } from '../../state/known-info.ts'

/**
 * Whether the owner of a plan has yet to connect. Stays true once it was: what then changes must not take the card away
 * again.
 */
export function useIsFirst(): boolean {
  const hasNone = useKnownInfo((info) => info.lineCount === 0 || !info.hasConnected) ?? false
  const [isFirst, setIsFirst] = useState(hasNone)
  if (hasNone && !isFirst) setIsFirst(true)
  return isFirst
}
