import { FALLBACK_WHITELIST } from '../../../contract/app-key.ts'
import { readPageStart } from '../../brand/read-brand.ts'
import { SCHEME_ATTRIBUTE } from '../../components/scheme.ts'
import { readXsrfToken } from '../../http/xsrf.ts'
import { currentLanguage } from '../../locales/language.ts'
import { loadAppKey } from '../../session/app-key.ts'
import { hasFlag } from '../../session/flags.ts'
import { isNativeWrapper } from '../../session/native-wrapper.ts'
import { offersPasskeys } from '../../session/passkeys.ts'
import { storageHealth } from '../../session/storage.ts'
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
