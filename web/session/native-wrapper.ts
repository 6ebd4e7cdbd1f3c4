import { loadAppKey } from './app-key.ts'
import { hasFlag } from './flags.ts'
import { isMobile, isWrapperAgent } from './user-agent.ts'

/**
 * Any one sign is enough: the new app's third segment, the desktop client's `pc`, a web view. `iframe` alone is a web
 * site that embeds us; on a phone it is the old app, which frames the page.
 */
export function isNativeWrapper(): boolean {
  if (loadAppKey()?.third != null || hasFlag('pc') || isWrapperAgent()) return true
  return hasFlag('iframe') && isMobile()
}
