import { brandOf } from '../../../contract/brand.ts'

/** Not seen, or turning what is seen: bidi marks, zero-width and control characters, separators of lines, private ones. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** What stands around a name in a mail's address, and what looks alike and is not made one by Unicode's folding (NFKC). */
const ADDRESS_SIGNS = /[@<>"\\‹›❮❯❰❱〈〉⟨⟩⧼⧽˂˃ᐸᐳ«»“”„‟″‶ʺ˝ˮ〝〞〟❝❞`´‘‚‛′]/u
/** As in Tom's; elsewhere it quotes. */
const QUOTING = /(?<!\p{L})['’]|['’](?!\p{L})/gu

/** The platform by name, or somebody who says to speak for it. 鱼香 is spelt yuxiang, and is no fish line. */
const PLATFORM = /鱼线|官方|yuxian(?!g)|officia[li]|guanfang/
const PLATFORM_WORD = /(^|[^\p{L}\p{N}])yuxian([^\p{L}\p{N}]|$)/u

/** What looks alike and is not made one by Unicode's own folding (NFKD): old forms, Cyrillic, Greek, digits. */
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

/** Whether an agency of this name could be taken for the platform itself, or for a name it is not. */
export function isMisleadingName(name: string): boolean {
  if (UNSEEN.test(name)) return true
  const alike = [...name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')]
    .map((sign) => LOOKALIKES.get(sign) ?? sign)
    .join('')
  return PLATFORM_WORD.test(alike) || PLATFORM.test(alike.replaceAll(/[^\p{L}\p{N}]/gu, ''))
}

/** `"A" <ceo@bank.example>` as the name of a sender: many mail programs show it as if A had written. */
export function isLikeAddress(name: string): boolean {
  return [...name].some(isAddressSign) || name.replaceAll(QUOTING, '') !== name
}

function isAddressSign(sign: string): boolean {
  return ADDRESS_SIGNS.test(sign) || ADDRESS_SIGNS.test(sign.normalize('NFKC'))
}

/** Without the signs that make a name look like an address, and on one line; empty when nothing is left. */
export function plainName(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
  const signs = [...line].map((sign) => (isAddressSign(sign) ? ' ' : UNSEEN.test(sign) ? '' : sign))
  return signs.join('').replaceAll(QUOTING, ' ').replaceAll(/ {2,}/g, ' ').trim()
}

/** A brand's title as mails carry it. Where nothing would be left of it, the one that its key has by itself. */
export function plainTitle(resellerId: number, title: string): string {
  return plainName(title) || brandOf(resellerId).title
}
