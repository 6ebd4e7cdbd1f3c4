import { FALLBACK_WHITELIST } from '../../../contract/app-key.ts'
import { loadAppKey } from '../../../ui/device/app-key.ts'
import { hasFlag } from '../../../ui/device/flags.ts'
import { isNativeWrapper, offersPasskeys } from '../../../ui/device/native-wrapper.ts'
import { readPageStart } from '../../../ui/device/page.ts'
import { SCHEME_ATTRIBUTE } from '../../../ui/device/scheme.ts'
import { storageHealth } from '../../../ui/device/storage.ts'
import { readXsrfToken } from '../../../ui/http/exchange.ts'
import { currentLanguage } from '../../../ui/words/word-store.ts'
import { readToken } from '../../session/token.ts'
import type { ConfigState } from '../../state/config.ts'
import type { PlainKey, Translate } from '../../words/words.ts'

type Word = PlainKey<'inner'>
const storageWords = { lasting: 'storageLasting', frame: 'storageFrame', memory: 'storageMemory' } as const
export type Group = { title: string; rows: { label: string; value: string }[] }

/** The facts in the reader's language, in the order support asks for them. */
export function reportOf(facts: Facts, latency: string, t: Translate<'inner'>): Group[] {
  const yesNo = (value: boolean) => t(value ? 'yes' : 'no')
  const group = (title: Word, rows: [label: Word, value: string][]): Group => ({
    title: t(title),
    rows: rows.map(([label, value]) => ({ label: t(label), value: value || t('none') })),
  })
  const answer = yesNo(facts.sellsOnline)
  return [
    group('groupNetwork', [
      ['latency', latency],
      ['secure', yesNo(facts.secure)],
    ]),
    group('groupApp', [
      ['appKey', facts.appKey ?? ''],
      ['variant', facts.variant === null ? '' : t(facts.variant === 'new' ? 'variantNew' : 'variantOld')],
      ['resellerKey', String(facts.resellerKey)],
      ['whitelist', facts.isFallback ? t('fallback', { answer }) : answer],
      ['iframe', yesNo(facts.iframe)],
      ['pc', yesNo(facts.pc)],
      ['wrapper', yesNo(facts.wrapper)],
    ]),
    group('groupPage', [
      ['build', facts.build],
      ['address', facts.origin],
      ['time', facts.time],
      ['language', facts.language],
      ['scheme', t(facts.dark ? 'schemeDark' : 'schemeLight')],
    ]),
    group('groupBrowser', [
      ['signedIn', yesNo(facts.signedIn)],
      ['storage', t(storageWords[facts.storage])],
      ['cookies', yesNo(facts.cookies)],
      ['passkeys', yesNo(facts.passkeys)],
      ['screenSize', facts.screenSize],
      ['userAgent', facts.userAgent],
    ]),
  ]
}

export function reportText(groups: readonly Group[]): string {
  return groups.flatMap(({ rows }) => rows.map(({ label, value }) => `${label}: ${value}`)).join('\n')
}

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
    /** For this key only: other resellers of the platform must stay private. */
    sellsOnline: whiteList.includes(dailiKey),
    isFallback: whiteList === FALLBACK_WHITELIST,
    iframe: hasFlag('iframe'),
    pc: hasFlag('pc'),
    wrapper: isNativeWrapper(),
    signedIn: readToken() !== null,
    storage: storageHealth(),
    // Every answer sets it, so a browser with cookies has it by now.
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
