import { writeAppKey } from '../../contract/app-key.ts'
import { useConfigState } from './config.ts'

/** This page for another browser, which has stored nothing of ours: the address alone has to name the reseller. */
export function brandedAddress(): string {
  const address = new URL(location.href)
  address.searchParams.set('app_key', writeAppKey(useConfigState.getState().dailiKey))
  return address.href
}
