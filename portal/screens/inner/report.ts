import type { PlainKey, Translate } from '../../words/words.ts'
import type { Facts } from './facts.ts'

type Word = PlainKey<'inner'>
export type Group = { title: string; rows: { label: string; value: string }[] }

/** The facts in the reader's words, in the order support asks for them. */
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
      ['storage', t(facts.storage === 'lasting' ? 'storageLasting' : 'storageMemory')],
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
