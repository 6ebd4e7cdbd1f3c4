import { type ReactNode, useEffect } from 'react'

import { brandedAddress } from '../../state/branded-address.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'

/** The way out of a chat app's own browser. Its menu opens what stands in the address bar, so the brand has to stand there. */
export function LeaveChat({ children }: { children: ReactNode }) {
  useEffect(() => history.replaceState(history.state, '', brandedAddress()), [])
  return <Callout tone="info">{children}</Callout>
}
