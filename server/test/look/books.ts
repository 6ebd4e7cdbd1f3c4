import { afterEach, expect } from 'vitest'

import { checkBooks } from '../../domains/ledger/check-books.ts'
import type { Db } from '../../platform/db/db.ts'

/** Every money test must end with balanced books. */
export function checkBooksAfterEach(db: Db): void {
  afterEach(async () => {
    expect((await checkBooks(db)).problems).toEqual([])
  })
}
