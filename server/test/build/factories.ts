import type { Db } from '../../platform/db.ts'
import { randomToken } from '../../platform/crypto.ts'
import { hashPassword } from '../../platform/passwords.ts'

export const PASSWORD = 'correct horse 42'
let hashOfPassword: Promise<string> | null = null
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

/** An account with the password PASSWORD, its reseller made when missing. One hash serves all: it takes 50 ms each. */
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
  hashOfPassword ??= hashPassword(PASSWORD)
  const { id } = await db.kysely
    .insertInto('accounts')
    .values({
      resellerId,
      userName,
      passwordHash: await hashOfPassword,
      inviteCode: randomToken(6),
      ...(email ? { email, emailVerifiedAt: new Date() } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, resellerId, userName, password: PASSWORD }
}
