import { afterEach, expect } from 'vitest'

import { checkBooks } from '../../domains/ledger/check-books.ts'
import type { Db } from '../../platform/db.ts'

/** Every test of money ends with books that hold. */
export function checkBooksAfterEach(db: Db): void {
  afterEach(async () => {
    expect((await checkBooks(db)).problems).toEqual([])
  })
}
