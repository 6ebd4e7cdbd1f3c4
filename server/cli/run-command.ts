import { operatorName, readConfig, type Config } from '../config.ts'
import { getSellingTerms } from '../domains/resellers/selling-terms.ts'
import '../domains/telling/spread.ts'
import { markFirstRows, readMode } from '../mode-mark.ts'
import { clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { findMigrationGap } from '../platform/db/migrate.ts'
import { rolledBack } from '../platform/db/roll-back.ts'
import { withSecretMark } from '../platform/secrets/secret-mark.ts'
import { StartError } from '../platform/start-error.ts'
import { keepSecretKey } from '../settings/secret-key.ts'
import { optionsOf, readValues, type Command, type Outcome } from './command.ts'
import { withDatabase } from './open-database.ts'

export type Ran = Outcome & { isDryRun: boolean }

export async function runCommand(command: Command, args: string[]): Promise<Ran> {
  const values = readValues(optionsOf(command), args, command.bare)
  const actor = operatorName()
  if ('runAlone' in command) return { ...(await command.runAlone(values, actor)), isDryRun: false }
  const config = readConfig()
  const isDryRun = values['dry-run'] === true
  return withDatabase(config, async (db) => {
    await refuseOtherRelease(db)
    const ctx = { db, config: await withSecretMark(db, keepSecretKey(config)), now: clock.now(), actor, isDryRun }
    if (typeof values['reseller'] === 'number') await getSellingTerms(ctx, values['reseller'])
    const run = (db: Db | Tx) => command.run({ ...ctx, db }, values)
    const isNew = (await readMode(db)).mode === null
    const ran = isDryRun ? await rolledBack(db, run) : await run(db)
    if (isNew) await markFirstRows(db, config, ctx.now)
    return { ...ran, isDryRun }
  }).catch((error: Error) => logged(config, error))
}

/** A command never migrates by the way: servers of the older release may be running on this database. */
async function refuseOtherRelease(db: Db): Promise<void> {
  const { missing, unknown } = await findMigrationGap(db)
  if (unknown.length > 0) {
    throw new StartError(`This database was migrated by another release (${unknown.join(', ')}): use that one.`)
  }
  if (missing.length === 0) return
  const names = missing.length > 3 ? `${missing[0]} to ${missing.at(-1)}` : missing.join(', ')
  throw new StartError(`This database lacks ${names}. Start this release's server, or run: database migrate`)
}

function logged(config: Config, error: Error): never {
  if (config.logLevel === 'debug') console.error(error.stack)
  throw error
}
