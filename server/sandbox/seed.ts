import { isOnLoopback, type Reach } from '../config.ts'
import { clock } from '../platform/clock.ts'
import { inTx } from '../platform/context.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { randomToken } from '../platform/secrets/crypto.ts'
import { KNOWN_PASSWORD } from '../platform/secrets/demo-door.ts'
import { hashPassword, verifyPassword } from '../platform/secrets/passwords.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { seedClients } from './seed-clients.ts'
import { seedNodes } from './seed-nodes.ts'

/** Keys of the seed's fallback list, and 7: a reseller that is not on the whitelist and has no brand of its own. */
const RESELLERS = [0, 260, 228, 60, 65, 7]
const DEMO_RESELLERS = [0, 260, 7]
const DEMO_NAME = 'demo'

/** The monitor's account and the console's operator belong to no reseller. */
export type DemoAccount = { resellerId: number | null; userName: string; password: string; isStaff?: true }
const DEMO_STAFF = [
  { name: 'operator', resellerId: null },
  { name: 'boss260', resellerId: 260 },
] as const

/**
 * Fills an empty sandbox once. Returns the accounts whose passwords are shown this one time: the new ones, or all of
 * them when they had the known password and other machines can reach the sandbox now.
 */
export async function seedSandbox(db: Db | Tx, config: Reach): Promise<DemoAccount[]> {
  // When other machines can reach the sandbox, use a password that is not in the documentation.
  const password = isOnLoopback(config) ? KNOWN_PASSWORD : randomToken(9)
  const passwordHash = await hashPassword(password)
  return inTx({ db }, async ({ db: tx }) => {
    for (const id of RESELLERS) {
      await tx.kysely
        .insertInto('resellers')
        .values({ id, isWhitelisted: id !== 7 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await seedCatalogue(tx)
    await seedNodes(tx)
    await seedClients(tx)
    const kept = isOnLoopback(config) ? [] : await replaceKnownPassword(tx, password, passwordHash)
    return [
      ...kept,
      ...(await seedAccounts(tx, password, passwordHash)),
      ...(await seedStaff(tx, password, passwordHash)),
    ]
  })
}

async function seedAccounts(tx: Tx, password: string, passwordHash: string): Promise<DemoAccount[]> {
  const existing = await tx.kysely.selectFrom('accounts').select('id').where('isDemo', '=', true).executeTakeFirst()
  if (existing) return []
  for (const resellerId of DEMO_RESELLERS) {
    const inviteCode = `DEMO${resellerId}`
    await tx.kysely
      .insertInto('accounts')
      .values({ resellerId, userName: DEMO_NAME, passwordHash, inviteCode, isDemo: true })
      .execute()
  }
  await tx.kysely
    .insertInto('monitors')
    .values({ userName: DEMO_NAME, passwordHash, createdAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return [...DEMO_RESELLERS, null].map((resellerId) => ({ resellerId, userName: DEMO_NAME, password }))
}

/** Console owners without a factor: on loopback none is needed, elsewhere the first sign-in sets one up. */
async function seedStaff(tx: Tx, password: string, passwordHash: string): Promise<DemoAccount[]> {
  const existing = await tx.kysely.selectFrom('staff').select('id').where('isDemo', '=', true).executeTakeFirst()
  if (existing) return []
  const members = DEMO_STAFF.map((who) => ({
    ...who,
    passwordHash,
    role: 'owner' as const,
    isDemo: true,
    createdAt: clock.now(),
  }))
  await tx.kysely.insertInto('staff').values(members).execute()
  return DEMO_STAFF.map(({ name, resellerId }) => ({ resellerId, userName: name, password, isStaff: true }))
}

/** A sandbox made on loopback is now open to others: the first such start changes its accounts' passwords. */
async function replaceKnownPassword(tx: Tx, password: string, passwordHash: string): Promise<DemoAccount[]> {
  const accounts = await tx.kysely
    .selectFrom('accounts')
    .select(['id', 'resellerId', 'userName', 'passwordHash'])
    .where('isDemo', '=', true)
    .where('userName', '=', DEMO_NAME)
    .execute()
  const staff = await tx.kysely
    .selectFrom('staff')
    .select(['id', 'resellerId', 'name as userName', 'passwordHash'])
    .where('isDemo', '=', true)
    .execute()
  const monitors = await tx.kysely
    .selectFrom('monitors')
    .select(['id', 'userName', 'passwordHash'])
    .where('userName', '=', DEMO_NAME)
    .execute()
  const rows = [...accounts, ...staff, ...monitors]
  // The accounts share one hash, so check each different hash once.
  const known = new Set<string>()
  for (const hash of new Set(rows.map((row) => row.passwordHash))) {
    if (await verifyPassword(hash, KNOWN_PASSWORD)) known.add(hash)
  }
  if (known.size === 0) return []
  for (const table of ['accounts', 'staff', 'monitors'] as const) {
    await tx.kysely
      .updateTable(table)
      .set({ passwordHash })
      .where('passwordHash', 'in', [...known])
      .execute()
  }
  const open = <T extends { passwordHash: string }>(found: T[]) => found.filter((row) => known.has(row.passwordHash))
  return [
    ...open(accounts).map(({ resellerId, userName }) => ({ resellerId, userName, password })),
    ...open(monitors).map(({ userName }) => ({ resellerId: null, userName, password })),
    ...open(staff).map(({ resellerId, userName }) => ({ resellerId, userName, password, isStaff: true as const })),
  ]
}
