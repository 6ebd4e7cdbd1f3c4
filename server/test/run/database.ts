import { inject } from 'vitest'
import { copyDatabase, type TestCluster, type TestDatabase } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster
  }
}

/** A migrated database of its own for one test file, or one without a table: call it once, at the top. */
export function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  return copyDatabase(cluster, isEmpty ? 'template0' : cluster.template)
}
