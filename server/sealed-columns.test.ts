import { expect, test } from 'vitest'

import { inTx } from './platform/context.ts'
import { findSealedRows } from './platform/secrets/sealed-rows.ts'
import { sealedColumns } from './sealed-columns.ts'
import { makeApp } from './test/run/make-app.ts'

const { db } = await makeApp()

test('every sealed column can be read on one connection, also two of one table', async () => {
  const tables = sealedColumns.map(({ table }) => table)
  expect(new Set(tables).size).toBeLessThan(tables.length)
  await inTx({ db }, async (tx) => {
    for (const column of sealedColumns) expect(await findSealedRows(tx.db, column, null, 1)).toEqual([])
  })
})
