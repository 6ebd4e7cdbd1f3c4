import type { ErrorCode } from '../../../../contract/errors.ts'

/** The sentence shown for each code. A code without a text in all three languages does not compile. */
export type ErrorTexts = Record<ErrorCode, string>
