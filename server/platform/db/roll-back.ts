import { inTransaction, type Db, type Tx } from './db.ts'

/** Does the work, including the checks at commit, and then undoes it: shows what would happen. */
export async function rolledBack<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const done: { outcome?: T } = {}
  const onPurpose = new Error('rolled back on purpose')
  try {
    await inTransaction(db, async (tx) => {
      done.outcome = await work(tx)
      await tx.query({ name: 'platform.check_now', text: 'set constraints all immediate' })
      throw onPurpose
    })
  } catch (error) {
    if (error !== onPurpose) throw error
  }
  return done.outcome!
}
