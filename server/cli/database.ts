import { readConfig } from '../config.ts'
import { writeAudit } from '../domains/audit/audit.ts'
import { checkBooks } from '../domains/books/check-books.ts'
import { clock } from '../platform/clock.ts'
import { inTransaction, type Db, type Tx } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { rolledBack } from '../platform/db/roll-back.ts'
import { StartError } from '../platform/start-error.ts'
import { cleanDemo, type Cleaned } from '../sandbox/clean-demo.ts'
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
    name: 'database clean-demo',
    summary: 'Take out of a production database what a sandbox put in by mistake. Without --yes only shows it',
    options: { yes: { kind: 'flag', help: 'do it' } },
    async run(ctx, { yes }) {
      const { config, now, actor } = ctx
      if (config.mode === 'sandbox') throw new StartError('A sandbox is its demo. This is for production (MODE).')
      const db = ctx.db as Db
      const clean = (tx: Tx) => cleanDemo({ db: tx, now, actor })
      const cleaned = yes ? await inTransaction(db, clean) : await rolledBack(db, clean)
      const { problems } = await checkBooks(db)
      return {
        lines: [...cleanLines(cleaned, yes), ...problems],
        data: { ...cleaned, done: yes, problems },
        hasProblems: problems.length > 0,
      }
    },
  }),
  command({
    name: 'database upgrade',
    summary: 'Take the embedded database to the PostgreSQL of this release, by a backup and its restore',
    options: {
      from: { kind: 'path', help: 'the folder of the release before, whose PostgreSQL can still read the data' },
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

function cleanLines(cleaned: Cleaned, isDone: boolean): string[] {
  const { accounts, staff, monitors, nodes, merchants, notices, keys, reversed, toLookAt } = cleaned
  const went = [
    `${accounts} demo accounts: closed, with their sessions and lines`,
    `${staff.length} demo members: removed (${staff.join(', ') || 'none'}), with their sessions and open invitations`,
    `${monitors} demo monitors, ${nodes} demo nodes, ${merchants} sandbox merchants, ${notices} notices, ${keys} unused card keys`,
    ...reversed.map(
      ({ resellerId, transactions, resellerFen }) =>
        `reseller ${resellerId}: ${transactions} transactions posted back as one; its balance changes by ${resellerFen} fen`,
    ),
  ]
  return [
    isDone ? 'Gone:' : 'This would go (nothing was changed; with --yes it goes):',
    ...went.map((line) => `  ${line}`),
    'Kept, since the ledger is never changed: orders, payments and postings of those accounts.',
    'To look at:',
    ...toLookAt.map((line) => `  ${line}`),
  ]
}
