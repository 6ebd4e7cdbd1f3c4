import { inTransaction, type Db, type Tx } from './db.ts'

/** Does everything, up to the checks that wait for the commit, and undoes it: what would be, without being it. */
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
