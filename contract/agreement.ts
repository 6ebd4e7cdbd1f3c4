/** The terms and privacy rules a new user ticks; stored with the account, so a change of the text changes this. */
export const AGREEMENT_VERSION = '2026-11-15'
