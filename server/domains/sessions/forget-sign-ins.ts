import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'

/** Deletes browsers that show reminders, sessions, devices, factors and pauses of a deleted account, in the order of the foreign keys. */
export async function forgetSignIns(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('pushDevices')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('sessions')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('deviceFamilies')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('recoveryCodes')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('passkeys')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('passkeyChallenges')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('pauses')
    .where((row) => row.and(own))
    .execute()
}
