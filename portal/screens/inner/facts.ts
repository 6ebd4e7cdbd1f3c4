import { FALLBACK_WHITELIST } from '../../../contract/app-key.ts'
import { readPageStart } from '../../../ui/device/page-start.ts'
import { SCHEME_ATTRIBUTE } from '../../../ui/device/scheme.ts'
import { readXsrfToken } from '../../../ui/http/xsrf.ts'
import { currentLanguage } from '../../../ui/words/word-store.ts'
import { loadAppKey } from '../../../ui/device/app-key.ts'
import { hasFlag } from '../../../ui/device/flags.ts'
import { isNativeWrapper } from '../../../ui/device/native-wrapper.ts'
import { offersPasskeys } from '../../../ui/device/passkeys.ts'
import { storageHealth } from '../../../ui/device/storage.ts'
import { readToken } from '../../session/token.ts'
import type { ConfigState } from '../../state/config.ts'

/** What support needs to know about this browser. Never a token, a credential, a name or an address with its query. */
export function readFacts({ dailiKey, whiteList }: Pick<ConfigState, 'dailiKey' | 'whiteList'>) {
  const appKey = loadAppKey()
  return {
    build: readPageStart().build,
    origin: location.origin,
    time: `${new Date().toISOString().slice(0, 19)}Z`,
    appKey: appKey?.text ?? null,
    variant: appKey?.variant ?? null,
    resellerKey: dailiKey,
    /** Of this key alone: whom else the platform sells through is nobody's business here. */
    sellsOnline: whiteList.includes(dailiKey),
    isFallback: whiteList === FALLBACK_WHITELIST,
    iframe: hasFlag('iframe'),
    pc: hasFlag('pc'),
    wrapper: isNativeWrapper(),
    signedIn: readToken() !== null,
    storage: storageHealth(),
    // Set by every answer, so a browser that keeps cookies has it by now.
    cookies: readXsrfToken() !== null,
    language: currentLanguage(),
    dark: document.documentElement.getAttribute(SCHEME_ATTRIBUTE) === 'dark',
    screenSize: `${innerWidth} × ${innerHeight} @${devicePixelRatio}`,
    secure: isSecureContext,
    passkeys: offersPasskeys(),
    userAgent: navigator.userAgent,
  }
}

export type Facts = ReturnType<typeof readFacts>
