import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connectionUrl, withClient, type Connection } from '../../platform/postgres/connection.ts'

export type TestCluster = { connection: Connection; superuser: Connection; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster
  }
}

/**
 * A migrated database of its own for one test file, or one without a table: call it once, at the top. Nobody drops it: the folder of the whole
 * cluster goes at the end of the run, and a drop costs as much as the copy.
 */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<{ connection: Connection; url: string }> {
  const { connection, superuser, template: migrated } = inject('testCluster')
  const template = isEmpty ? 'template0' : migrated
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(superuser, (client) =>
    client.query(`create database ${name} template ${template} owner ${connection.user}`),
  )
  const own = { ...connection, database: name }
  return { connection: own, url: connectionUrl(own) }
}
