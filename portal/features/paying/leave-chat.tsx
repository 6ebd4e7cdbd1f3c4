import { type ReactNode, useEffect } from 'react'

import { writeAppKey } from '../../../contract/app-key.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { useConfigState } from '../../state/config.ts'

/** The way out of a chat app's browser. Its menu opens the current address, so the address must name the brand. */
export function LeaveChat({ children }: { children: ReactNode }) {
  useEffect(() => history.replaceState(history.state, '', brandedAddress()), [])
  return <Callout tone="info">{children}</Callout>
}

/** This page's address for another browser, which has no stored data: only the address can name the reseller. */
export function brandedAddress(): string {
  const address = new URL(location.href)
  address.searchParams.set('app_key', writeAppKey(useConfigState.getState().dailiKey))
  return address.href
}
