import { readConfig } from '../config.ts'
import { writeAudit } from '../platform/audit.ts'
import { clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { migrate } from '../platform/migrate.ts'
import { command } from './command.ts'
import { withDatabase } from './open-database.ts'
import { upgradeEmbedded } from './upgrade-embedded.ts'

export const databaseCommands = [
  command({
    name: 'database migrate',
    summary: "Bring the database, also an empty one, to this release. The server's start does the same",
    options: {},
    runAlone(_values, actor) {
      const migrateIt = async (db: Db) => {
        const { applied } = await migrate(db)
        const entry = { resellerId: null, actor, action: 'operator.database_migrated', subject: null }
        await writeAudit(db, { ...entry, detail: { applied: applied.join(' ') } }, clock.now())
        const lines =
          applied.length > 0 ? applied.map((name) => `${name} applied.`) : ['It is of this release already.']
        return { lines, data: { applied } }
      }
      return withDatabase(readConfig(), migrateIt, { mayCreate: true })
    },
  }),
  command({
    name: 'database upgrade',
    summary: 'Take the embedded database to the PostgreSQL of this release, by a backup and its restore',
    options: {
      from: { kind: 'text', help: 'the folder of the release before, whose PostgreSQL can still read the data' },
      rebuild: {
        kind: 'flag',
        help: 'also when it is of this PostgreSQL already: what was deleted takes no room then',
      },
    },
    runAlone({ from, rebuild }, actor) {
      return upgradeEmbedded(readConfig(), { from, isRebuild: rebuild, actor })
    },
  }),
]
