/** Not seen, or turning what is seen: bidi marks, zero-width and control characters, separators of lines, private ones. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

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
