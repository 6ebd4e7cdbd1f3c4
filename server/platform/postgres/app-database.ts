import type pg from 'pg'

import type { Connection } from './connection.ts'
import { withClient } from './connection.ts'

export const APP_NAME = 'yuxian'

const INVALID_PASSWORD = '28P01'
const NO_SUCH_DATABASE = '3D000'

/**
 * The application signs in as the owner of its database, not as superuser: an injected statement then cannot run
 * programs or read files on the host. Creates what is missing, so that the next start repairs a kill between the two
 * steps.
 */
export async function ensureAppDatabase(app: Connection, superuser: Connection): Promise<void> {
  try {
    await withClient(app, (client) => client.query('select 1'))
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code !== INVALID_PASSWORD && code !== NO_SUCH_DATABASE) throw error
    await withClient(superuser, (client) => createAppDatabase(client, app))
  }
}

async function createAppDatabase(client: pg.Client, app: Connection): Promise<void> {
  const role = client.escapeIdentifier(app.user)
  const database = client.escapeIdentifier(app.database)
  const roles = await client.query('select from pg_roles where rolname = $1', [app.user])
  const verb = roles.rowCount ? 'alter' : 'create'
  await client.query(`${verb} role ${role} with login password ${client.escapeLiteral(app.password ?? '')}`)
  const databases = await client.query('select from pg_database where datname = $1', [app.database])
  if (!databases.rowCount) await client.query(`create database ${database} owner ${role}`)
}
