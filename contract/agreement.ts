/** Version of the terms and privacy rules that a new user accepts. Stored with the account: change it with the text. */
export const AGREEMENT_VERSION = '2026-11-15'
