import type { AppVariant } from '../../contract/app-key.ts'
import { loadAppKey } from './app-key.ts'
import { hasFlag } from './flags.ts'
import { isHomeScreenApp, isMobile, isWrapperAgent } from './user-agent.ts'

/**
 * The app around the page; null in a browser, whatever its key. One sign is enough: the new app's third segment, the
 * desktop client's `pc`, or a web view. `iframe` alone is a web site that embeds us; on a phone it is the old app,
 * which frames the page.
 */
export function wrapperVariant(): AppVariant | null {
  if (loadAppKey()?.third != null) return 'new'
  if (hasFlag('pc') || (hasFlag('iframe') && isMobile())) return 'old'
  return isWrapperAgent() && !isHomeScreenApp() ? 'old' : null
}

export function isNativeWrapper(): boolean {
  return wrapperVariant() !== null
}

/** Does not offer installation to users who are already in an app (old, new or desktop client). */
export function stopInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (wrapperVariant() !== null) event.preventDefault()
  })
}

/**
 * False in the old app, whose web view has the functions but no implementation, and on a bare IP address: passkeys need
 * a host name.
 */
export function offersPasskeys(): boolean {
  if (/^[\d.]+$|^\[/.test(location.hostname) || wrapperVariant() === 'old') return false
  return typeof window.PublicKeyCredential === 'function'
}
