import type { Connection } from '../postgres/connection.ts'
import { createDb, type Db } from './db.ts'

/**
 * The same database on a separate connection, for statements that may take longer than any call. It ends with the work.
 */
export async function withSlowDb<T>(db: Db, statementTimeoutMs: number, work: (slow: Db) => Promise<T>): Promise<T> {
  const { options } = db.pool
  const { connectionString: url, host, port, user, password, database } = options
  // The pool hides the password from listing, so read it by its name.
  const connection = { host, port, user, password, database } as Connection
  const where = url === undefined ? { connection } : { url }
  const slow = createDb({ ...where, poolSize: 1, applicationName: 'yuxian-slow', statementTimeoutMs })
  try {
    return await work(slow)
  } finally {
    await slow.close()
  }
}
