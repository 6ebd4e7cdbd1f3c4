import { copyDatabase, openTestCluster, type TestCluster } from '../server/test/run/test-cluster.ts'

const PLACE = 'YUXIAN_E2E_CLUSTER'

/** Before all browser tests: starts one database server for all workers, so that none waits for its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const { cluster, close } = await openTestCluster()
  // Playwright passes the environment on to its workers.
  process.env[PLACE] = JSON.stringify(cluster)
  return close
}

/** The address of a migrated database that no other test uses. */
export async function makeDatabase(): Promise<string> {
  return (await copyDatabase(clusterHere())).url
}

/** The address of an empty database, without any table. */
export async function makeEmptyDatabase(): Promise<string> {
  return (await copyDatabase(clusterHere(), 'template0')).url
}

function clusterHere(): TestCluster {
  const place = process.env[PLACE]
  if (!place) throw new Error(`${PLACE} is not set: this runs under playwright.config.ts alone`)
  return JSON.parse(place) as TestCluster
}
