import { parseAppKey } from '../../contract/app-key.ts'
import { isPageAlone } from './storage.ts'
import { reloadPage } from './app-key.ts'
import { readQueryParam } from './page.ts'

export type TabEvent = 'login' | 'logout' | 'brand'

let channel: BroadcastChannel | null = null

/** Only for what a person did. A silent login must stay silent, or two tabs would reload each other for ever. */
export function announce(event: TabEvent): void {
  openChannel()?.postMessage(event)
}

/** Reloads this tab when another one signed in, signed out or changed the reseller. Returns what ends it. */
export function followOtherTabs(): () => void {
  const opened = openChannel()
  const listen = ({ data }: MessageEvent<unknown>) => {
    // An address that names its reseller keeps it over any reload; reloading would only announce it back.
    if (data === 'brand' && parseAppKey(readQueryParam('app_key'))) return
    if (data === 'login' || data === 'logout' || data === 'brand') reloadPage()
  }
  opened?.addEventListener('message', listen)
  return () => opened?.removeEventListener('message', listen)
}

function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined' || isPageAlone()) return null
  channel ??= new BroadcastChannel('yuxian-session')
  return channel
}
