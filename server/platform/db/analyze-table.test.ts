import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { buildAccount } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { inTx } from '../context.ts'
import { analyzeTable } from './analyze-table.ts'
import type { Tx } from './db.ts'

const { db } = await makeApp()
const { id, resellerId } = await buildAccount(db)
const BROKEN_OFF = new Error('broken off')

const addMany = (tx: Tx) =>
  sql`insert into accounts (reseller_id, user_name, password_hash, invite_code, created_at)
    select reseller_id, 'many' || n, password_hash, 'many' || n, created_at
    from accounts, generate_series(1, 3000) n where id = ${id}`.execute(tx.kysely)

/** What the check of a foreign key asks. */
async function planOf(tx: Tx): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select 1 from only accounts
    where reseller_id = ${sql.lit(resellerId)} and id = ${sql.lit(id)} for key share`.execute(tx.kysely)
  return JSON.stringify(rows)
}

test('after a large transaction that was broken off, rows of the next one are found by their key', async () => {
  const broken = inTx({ db, now: new Date() }, async (tx) => {
    await addMany(tx.db)
    throw BROKEN_OFF
  })
  await expect(broken).rejects.toBe(BROKEN_OFF)
  // As autovacuum does.
  await db.pool.query('vacuum (truncate false) accounts')
  await inTx({ db, now: new Date() }, async (tx) => {
    await addMany(tx.db)
    await analyzeTable(tx.db, 'accounts')
    const plan = await planOf(tx.db)
    expect(plan).toContain('Index Cond')
    expect(plan).not.toContain('Filter')
  })
})
