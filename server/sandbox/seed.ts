import { isLoopbackName } from '../config.ts'
import { clock } from '../platform/clock.ts'
import { randomToken } from '../platform/crypto.ts'
import type { Db } from '../platform/db.ts'
import { hashPassword } from '../platform/passwords.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { seedNodes } from './seed-nodes.ts'

/** Keys of the seed's fallback list, and 7: a reseller off the whitelist, without a brand of its own. */
const RESELLERS = [0, 260, 228, 60, 65, 7]
const DEMO_RESELLERS = [0, 260, 7]
const DEMO_NAME = 'demo'
const LOOPBACK_PASSWORD = 'yuxian-demo'

/** The one of the monitor belongs to no reseller, and so does the operator at the console. */
export type DemoAccount = { resellerId: number | null; userName: string; password: string; isStaff?: true }
const DEMO_STAFF = [
  { name: 'operator', resellerId: null },
  { name: 'boss260', resellerId: 260 },
] as const

/** Fills an empty sandbox once. Answers the accounts it made: their passwords are shown this one time. */
export async function seedSandbox(db: Db, host: string): Promise<DemoAccount[]> {
  for (const id of RESELLERS) {
    await db.kysely
      .insertInto('resellers')
      .values({ id, isWhitelisted: id !== 7 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await seedCatalogue(db)
  await seedNodes(db)
  // Who listens beyond this machine gets passwords nobody can read in the documentation.
  const password = isLoopbackName(host) ? LOOPBACK_PASSWORD : randomToken(9)
  const passwordHash = await hashPassword(password)
  const staff = await seedStaff(db, password, passwordHash)
  const existing = await db.kysely.selectFrom('accounts').select('id').where('isDemo', '=', true).executeTakeFirst()
  if (existing) return staff
  for (const resellerId of DEMO_RESELLERS) {
    const inviteCode = `DEMO${resellerId}`
    await db.kysely
      .insertInto('accounts')
      .values({ resellerId, userName: DEMO_NAME, passwordHash, inviteCode, isDemo: true })
      .execute()
  }
  await db.kysely
    .insertInto('monitors')
    .values({ userName: DEMO_NAME, passwordHash, createdAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return [...[...DEMO_RESELLERS, null].map((resellerId) => ({ resellerId, userName: DEMO_NAME, password })), ...staff]
}

/** Owners at the console, without a factor: on loopback none is asked for, elsewhere the first sign-in sets one. */
async function seedStaff(db: Db, password: string, passwordHash: string): Promise<DemoAccount[]> {
  const existing = await db.kysely.selectFrom('staff').select('id').where('isDemo', '=', true).executeTakeFirst()
  if (existing) return []
  const members = DEMO_STAFF.map((who) => ({
    ...who,
    passwordHash,
    role: 'owner' as const,
    isDemo: true,
    createdAt: clock.now(),
  }))
  await db.kysely.insertInto('staff').values(members).execute()
  return DEMO_STAFF.map(({ name, resellerId }) => ({ resellerId, userName: name, password, isStaff: true }))
}

export async function hasDemoStaff(db: Db): Promise<boolean> {
  const open = db.kysely.selectFrom('staff').select('id').where('isDemo', '=', true).where('removedAt', 'is', null)
  return (await open.executeTakeFirst()) !== undefined
}

export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const row = await db.kysely.selectFrom('accounts').select('id').where('isDemo', '=', true).executeTakeFirst()
  return row !== undefined
}

/** Its password is in the documentation. */
export async function hasDemoMonitor(db: Db): Promise<boolean> {
  const open = db.kysely.selectFrom('monitors').select('id').where('disabledAt', 'is', null)
  return (await open.where('userName', '=', DEMO_NAME).executeTakeFirst()) !== undefined
}
