import { parseAppKey } from '../../contract/app-key.ts'
import { reloadPage } from './app-key.ts'
import { readQueryParam } from './page.ts'
import { isPageAlone } from './storage.ts'

export type TabEvent = 'login' | 'logout' | 'brand'

let channel: BroadcastChannel | null = null

/**
 * Only for actions of a person. A silent login must not announce itself, or two tabs would reload each other for ever.
 */
export function announce(event: TabEvent): void {
  openChannel()?.postMessage(event)
}

/** Reloads this tab when another one signs in, signs out or changes the reseller. Returns the cleanup. */
export function followOtherTabs(): () => void {
  const opened = openChannel()
  const listen = ({ data }: MessageEvent<unknown>) => {
    // An address with a reseller keeps it through any reload; reloading would only announce it back.
    if (data === 'brand' && parseAppKey(readQueryParam('app_key'))) return
    if (data === 'login' || data === 'logout' || data === 'brand') reloadPage()
  }
  opened?.addEventListener('message', listen)
  return () => opened?.removeEventListener('message', listen)
}

function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined' || isPageAlone()) return null
  try {
    channel ??= new BroadcastChannel('yuxian-session')
  } catch {
    // Denied together with storage: then no other tab shares this session.
  }
  return channel
}
