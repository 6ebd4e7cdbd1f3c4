import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { randomToken, sha256 } from '../../platform/secrets/crypto.ts'

type Account = { id: number; resellerId: number }

/** A token for an account without a real sign-in. */
export async function buildSession(
  db: Db,
  account: Account,
  strength: 'password' | 'remembered' = 'password',
): Promise<string> {
  const token = randomToken()
  const now = clock.now()
  await db.kysely
    .insertInto('sessions')
    .values({
      resellerId: account.resellerId,
      accountId: account.id,
      tokenHash: sha256(token),
      strength,
      userAgent: 'test',
      address: '127.0.0.1',
      createdAt: now,
      seenAt: now,
      rotatedAt: now,
      expiresAt: new Date(now.getTime() + limits.sessionAbsoluteMs),
    })
    .execute()
  return token
}
