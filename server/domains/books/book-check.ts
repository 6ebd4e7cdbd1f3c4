export type BookCheck = {
  /** The invariant's number in docs/money.md. */
  invariant: string
  /** What is wrong with the subject of each returned row. */
  wrong: string
  /** Returns one row per violation, each with a text `subject`. */
  sql: string
}
