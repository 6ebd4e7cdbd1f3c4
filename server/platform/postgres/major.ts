import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { StartError } from '../start-error.ts'
import { getPackageDir } from './binaries.ts'

/** Which PostgreSQL version wrote a data folder; null if there is none. */
export function readDataMajor(dataDir: string): number | null {
  const file = join(dataDir, 'postgres', 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').trim()) : null
}

/** The version of a package's programs: the package has the same version as PostgreSQL. */
export function readPackageMajor(packageDir: string): number {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  return Number.parseInt(version, 10)
}

/**
 * Exists while the data folder moves from one PostgreSQL version to the next: nobody else may start with half-done
 * data.
 */
export const upgradeMark = (dataDir: string) => join(dataDir, 'upgrade-under-way')

export function refuseOtherMajor(dataDir: string): void {
  if (existsSync(upgradeMark(dataDir))) {
    throw new StartError(`An upgrade of the database in ${dataDir} was cut off. Run it again: database upgrade`)
  }
  const data = readDataMajor(dataDir)
  const own = readPackageMajor(getPackageDir())
  if (data === null || data === own) return
  throw new StartError(
    `The database in ${dataDir} is of PostgreSQL ${data}, and this release brings ${own}. Nothing was changed. ` +
      'Run: database upgrade --from <the folder of the release before>',
  )
}
