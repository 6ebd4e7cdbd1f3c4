import { writeAppKey } from '../../contract/app-key.ts'
import { LANGUAGE_COOKIE, SCHEME_COOKIE } from '../../contract/page.ts'
import { type Look, useLook } from '../../ui/components/look.ts'
import { useConfigState } from '../state/config.ts'

/** True for a page of our own server, not of another site. */
export function isHosted(address: string): boolean {
  return address.startsWith('/hosted/')
}

/** Parameters of a hosted page. In another site's frame and in the demo, no cookie would tell it. */
export function hostedParams(resellerKey: number, { language, scheme }: Look): Record<string, string> {
  return { app_key: writeAppKey(resellerKey), [LANGUAGE_COOKIE]: language, [SCHEME_COOKIE]: scheme }
}

/** For links that open a configured page in a separate window. */
export function usePageAddress(): (address: string) => string {
  const look = useLook()
  const resellerKey = useConfigState((state) => state.dailiKey)
  return (address) =>
    isHosted(address) ? `${address}?${new URLSearchParams(hostedParams(resellerKey, look))}` : address
}
