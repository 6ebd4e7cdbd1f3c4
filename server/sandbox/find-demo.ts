import { loadSandboxGateway } from '../domains/payments/merchants/save-sandbox-merchants.ts'
import type { Queryable } from '../platform/db/db.ts'
import { DEMO_MONITOR } from '../platform/secrets/demo-door.ts'
import { findDemoNodes } from './seed-nodes.ts'

/** Describes what is still open of the sandbox in this database. Production does not start beside any of it. */
export async function findDemo(db: Queryable): Promise<string[]> {
  return [
    ...((await hasDemoAccounts(db)) ? ['demo accounts'] : []),
    ...((await hasDemoMonitor(db)) ? ['the demo monitor'] : []),
    ...((await hasDemoStaff(db)) ? ['demo staff'] : []),
    ...((await findDemoNodes(db)).length > 0 ? ['demo nodes'] : []),
    ...((await loadSandboxGateway(db)) === null ? [] : ['the sandbox merchant']),
  ]
}

async function hasDemoAccounts(db: Queryable): Promise<boolean> {
  const open = db.kysely.selectFrom('accounts').select('id').where('isDemo', '=', true).where('deletedAt', 'is', null)
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

async function hasDemoStaff(db: Queryable): Promise<boolean> {
  const open = db.kysely.selectFrom('staff').select('id').where('isDemo', '=', true).where('removedAt', 'is', null)
  return (await open.executeTakeFirst()) !== undefined
}

/** Finds the monitor by its name: the sandbox makes no other. */
async function hasDemoMonitor(db: Queryable): Promise<boolean> {
  const open = db.kysely.selectFrom('monitors').select('id').where('disabledAt', 'is', null)
  return (await open.where('userName', '=', DEMO_MONITOR).executeTakeFirst()) !== undefined
}
