import { checkBooks } from '../server/domains/ledger/check-books.ts'
import { expect } from './fixtures.ts'
import type { Stage } from './stage.ts'

/** Every invariant of docs/money.md, over everything that was booked so far. */
export async function expectBooks({ db }: Pick<Stage, 'db'>): Promise<void> {
  expect((await checkBooks(db)).problems).toEqual([])
}
