import words from '../../../../contract/words/en/import-findings.ts'

type Word = keyof typeof words
export type FindingCode = { [W in Word]: W extends `${string}_to` ? never : W }[Word]

/** In the order of the words: what concerns users first. */
export const findingCodes = Object.keys(words).filter((word) => !word.endsWith('_to')) as FindingCode[]

/** What may not fit, and what the import does with it. The console says the same in its reader's language. */
export const saysOf = (code: FindingCode): { says: string; becomes: string } => ({
  says: words[code],
  becomes: words[`${code}_to`],
})

/** Where a person must decide, the check ends with 1. */
export const needsLook: ReadonlySet<FindingCode> = new Set([
  'userTwice',
  'userNumberless',
  'usersTooMany',
  'balanceNegative',
  'balanceLarge',
  'balanceOdd',
  'commissionNegative',
  'commissionLarge',
  'commissionOdd',
  'planGone',
  'quotaOdd',
  'planNumberless',
  'planQuota',
  'priceOdd',
  'priceLarge',
  'resetNever',
  'groupEmpty',
  'couponOdd',
  'giftOdd',
  'unlisted',
  'orderPaid',
  'orderOdd',
  'rowsDamaged',
  'rowsOdd',
  'badlyEncoded',
  'doubleEncoded',
  'charsetUnknown',
  'columnsUnknown',
  'statementsOdd',
  'statementsOther',
  'databases',
  'cut',
])

/** The report has every one of these, not only the first few. */
export const namesEach: ReadonlySet<FindingCode> = new Set(['rowsDamaged'])
