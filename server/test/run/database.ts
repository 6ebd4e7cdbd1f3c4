import { inject } from 'vitest'

import type { Mode } from '../../config.ts'
import { withClient } from '../../platform/postgres/connection.ts'
import { copyDatabase, type TestCluster, type TestDatabase } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster
  }
}

type Wanted = { isEmpty?: boolean; mode?: Mode | null }

/** A migrated database for one test file, or one without tables: call it once, at the top. */
export async function createTestDatabase({ isEmpty = false, mode = 'sandbox' }: Wanted = {}): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  const made = await copyDatabase(cluster, isEmpty ? 'template0' : cluster.template)
  if (!isEmpty && mode !== 'sandbox') await markAnew(made, mode)
  return made
}

/** Null: as it was before the first start. */
function markAnew({ connection }: TestDatabase, mode: Mode | null): Promise<unknown> {
  return withClient(connection, (client) =>
    mode === null ? client.query('delete from mode_marks') : client.query('update mode_marks set mode = $1', [mode]),
  )
}
