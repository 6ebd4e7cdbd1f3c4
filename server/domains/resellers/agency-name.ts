import { brandOf } from '../../../contract/brand.ts'

/** Invisible or reordering characters: bidi marks, zero-width and control characters, line separators, private use. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Characters around a name in a mail address, and lookalikes that Unicode's folding (NFKC) does not unify. */
const ADDRESS_SIGNS = /[@<>"\\‹›❮❯❰❱〈〉⟨⟩⧼⧽˂˃ᐸᐳ«»“”„‟″‶ʺ˝ˮ〝〞〟❝❞`´‘‚‛′]/u
/** A quote inside a word is an apostrophe, as in Tom's; elsewhere it quotes. */
const QUOTING = /(?<!\p{L})['’]|['’](?!\p{L})/gu

/** The platform's name, or a claim to speak for it. 鱼香 is spelt yuxiang and does not count. */
const PLATFORM = /鱼线|官方|yuxian(?!g)|officia[li]|guanfang/
const PLATFORM_WORD = /(^|[^\p{L}\p{N}])yuxian([^\p{L}\p{N}]|$)/u

/** Lookalikes that Unicode's own folding (NFKD) does not unify: old forms, Cyrillic, Greek, digits. */
const LOOKALIKES = new Map(
  (
    [
      ['鱼', '魚漁渔⻥'],
      ['线', '線綫缐'],
      ['a', 'аα4@'],
      ['c', 'сϲ'],
      ['f', 'ϝ'],
      ['i', 'іιı1l|!ⅼ'],
      ['n', 'пηո'],
      ['o', 'оο0'],
      ['u', 'υцս'],
      ['x', 'хχ×'],
      ['y', 'уүγʏ'],
    ] as const
  ).flatMap(([plain, others]) => [...others].map((other) => [other, plain] as const)),
)

/** Whether a reader could take an agency of this name for the platform, or read another name. */
export function isMisleadingName(name: string): boolean {
  if (UNSEEN.test(name)) return true
  const alike = [...name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')]
    .map((sign) => LOOKALIKES.get(sign) ?? sign)
    .join('')
  return PLATFORM_WORD.test(alike) || PLATFORM.test(alike.replaceAll(/[^\p{L}\p{N}]/gu, ''))
}

/** Many mail programs show `"A" <ceo@bank.example>` as a sender's name as if A had written. */
export function isLikeAddress(name: string): boolean {
  return [...name].some(isAddressSign) || name.replaceAll(QUOTING, '') !== name
}

function isAddressSign(sign: string): boolean {
  return ADDRESS_SIGNS.test(sign) || ADDRESS_SIGNS.test(sign.normalize('NFKC'))
}

/** Removes the signs that make a name look like an address and puts it on one line; empty when nothing is left. */
export function plainName(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
  const signs = [...line].map((sign) => (isAddressSign(sign) ? ' ' : UNSEEN.test(sign) ? '' : sign))
  return signs.join('').replaceAll(QUOTING, ' ').replaceAll(/ {2,}/g, ' ').trim()
}

/** A brand's title for mails. When nothing is left of it, the default title of its key. */
export function plainTitle(resellerId: number, title: string): string {
  return plainName(title) || brandOf(resellerId).title
}
