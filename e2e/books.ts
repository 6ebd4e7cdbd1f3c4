import { checkBooks } from '../server/domains/books/check-books.ts'
import { expect } from './fixtures.ts'
import type { Stage } from './stage.ts'

/** Checks every invariant of docs/money.md over everything booked so far. */
export async function expectBooks({ db }: Pick<Stage, 'db'>): Promise<void> {
  expect((await checkBooks(db)).problems).toEqual([])
}
