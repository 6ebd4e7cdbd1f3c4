import { type ReactNode, useEffect } from 'react'

import { Callout } from '../../../ui/components/auth/callout.tsx'
import { writeAppKey } from '../../../contract/app-key.ts'
import { useConfigState } from '../../state/config.ts'

/** The way out of a chat app's own browser. Its menu opens what stands in the address bar, so the brand has to stand there. */
export function LeaveChat({ children }: { children: ReactNode }) {
  useEffect(() => history.replaceState(history.state, '', brandedAddress()), [])
  return <Callout tone="info">{children}</Callout>
}

/** This page for another browser, which has stored nothing of ours: the address alone has to name the reseller. */
export function brandedAddress(): string {
  const address = new URL(location.href)
  address.searchParams.set('app_key', writeAppKey(useConfigState.getState().dailiKey))
  return address.href
}
