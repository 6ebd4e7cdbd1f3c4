import { afterEach, expect } from 'vitest'

import { checkBooks } from '../../domains/books/check-books.ts'
import { loadStatement } from '../../domains/books/load-statement.ts'
import type { Db } from '../../platform/db/db.ts'

// Tests of domains below the books reach them from here.
export { checkBooks, loadStatement }

/** Every money test must end with balanced books. */
export function checkBooksAfterEach(db: Db): void {
  afterEach(async () => {
    expect((await checkBooks(db)).problems).toEqual([])
  })
}
