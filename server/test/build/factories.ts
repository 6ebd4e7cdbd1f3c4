// Tests and proofs act without the application, too: what happens is heard all the same.
import '../../domains/telling/spread.ts'
import type { Db } from '../../platform/db/db.ts'
import { randomToken } from '../../platform/secrets/crypto.ts'

export const PASSWORD = 'correct horse 42'
/**
 * Hash of PASSWORD with the least memory and passes: checking it takes 0.1 ms, checking one of the product's own takes
 * 20.
 */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$S5bWuIR4D3syNp1/DAubRA$BxPjkNqJ9ZAc4W75/le4e7iVhdIHYJU23HX6PSabH7k'
let made = 0

export async function buildReseller(
  db: Db,
  overrides: {
    id?: number
    title?: string
    icon?: string
    isWhitelisted?: boolean
    kfUrl?: string
    contact?: string
    senderName?: string
    frameOrigins?: string[]
    suspendedAt?: Date
  } = {},
) {
  const values = { id: 0, isWhitelisted: true, ...overrides }
  await db.kysely
    .insertInto('resellers')
    .values(values)
    .onConflict((oc) => oc.column('id').doUpdateSet(values))
    .execute()
  return { id: values.id }
}

/** An account with the password PASSWORD; creates a missing reseller. */
export async function buildAccount(db: Db, overrides: { resellerId?: number; userName?: string; email?: string } = {}) {
  const {
    resellerId = 0,
    userName = `user${(made += 1)}-${randomToken(4).replaceAll(/[^a-z0-9]/gi, 'x')}`,
    email,
  } = overrides
  await db.kysely
    .insertInto('resellers')
    .values({ id: resellerId, isWhitelisted: true })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const { id } = await db.kysely
    .insertInto('accounts')
    .values({
      resellerId,
      userName,
      passwordHash: PASSWORD_HASH,
      inviteCode: randomToken(6),
      ...(email ? { email, emailVerifiedAt: new Date() } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, resellerId, userName, password: PASSWORD }
}
