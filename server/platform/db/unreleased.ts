import { createHash } from 'node:crypto'

type Row = { version: number; name: string; checksum: string }

/**
 * While 0.3.0 was written, its changes were 66 files, 0052 to 0159. A database or a backup of a build that had all of them
 * has this release's schema, but for the two last files.
 */
const FIRST = 52
const LAST = 159
const WHOLE = 'fba08f539aa97f864c7828de1db8d606e9d042e60a88fb85f5060ef4124fc757'
const FULL_BUILD = '5de04e24'
/** The file that makes the rules valid; those before it took the place of the 66. */
const VALIDATES = 65

/** What counts as applied: in place of those files ours. Other rows come back as they were given. */
export function takeOver<Applied extends Row>(
  applied: readonly Applied[],
  files: readonly Applied[],
): readonly Applied[] {
  const checksums = applied.filter(isOfBuilds).map(({ checksum }) => checksum)
  if (createHash('sha256').update(checksums.join('\n')).digest('hex') !== WHOLE) return applied
  const ours = files.filter((file) => isOfBuilds(file) && file.version < VALIDATES)
  return [...applied.filter((row) => !isOfBuilds(row)), ...ours].sort((one, other) => one.version - other.version)
}

const isOfBuilds = ({ version }: Row) => version >= FIRST && version <= LAST

/** For a database of another build between the releases: it has our numbers under other names. */
export function refuseOfBuild({ name }: Row, ours: Row): string {
  return (
    `The database has migration ${name} where this release has ${ours.name}, so a build between 0.2.0 and 0.3.0 made it: ` +
    `start the build of commit ${FULL_BUILD} on it first, or restore a backup of 0.2.0`
  )
}
