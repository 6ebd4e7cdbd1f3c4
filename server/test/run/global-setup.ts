import type { TestProject } from 'vitest/node'

import { openTestCluster, type TestCluster } from './test-cluster.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Who starts many small runs opens one cluster for all of them.
  const shared = process.env['TEST_CLUSTER']
  if (shared) {
    project.provide('testCluster', JSON.parse(shared) as TestCluster)
    return async () => {}
  }
  const { cluster, close } = await openTestCluster()
  project.provide('testCluster', cluster)
  return close
}
