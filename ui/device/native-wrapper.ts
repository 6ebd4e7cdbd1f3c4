import type { AppVariant } from '../../contract/app-key.ts'
import { loadAppKey } from './app-key.ts'
import { hasFlag } from './flags.ts'
import { isHomeScreenApp, isMobile, isWrapperAgent } from './user-agent.ts'

/**
 * The app around the page; null in a browser, whatever its key. Any one sign is enough: the new app's third segment, the
 * desktop client's `pc`, a web view. `iframe` alone is a web site that embeds us; on a phone it is the old app, which
 * frames the page.
 */
export function wrapperVariant(): AppVariant | null {
  if (loadAppKey()?.third != null) return 'new'
  if (hasFlag('pc') || (hasFlag('iframe') && isMobile())) return 'old'
  return isWrapperAgent() && !isHomeScreenApp() ? 'old' : null
}

export function isNativeWrapper(): boolean {
  return wrapperVariant() !== null
}

/** Who is in an app already, old or new, the desktop client included, is not asked to install one. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (wrapperVariant() !== null) event.preventDefault()
  })
}

/** The old app's web view has the calls but nothing behind them, so it is not asked. Nor is a bare address: no name, no key. */
export function offersPasskeys(): boolean {
  if (/^[\d.]+$|^\[/.test(location.hostname) || wrapperVariant() === 'old') return false
  return typeof window.PublicKeyCredential === 'function'
}
