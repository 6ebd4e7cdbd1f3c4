import { limits } from '../../../../contract/limits.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db.ts'
import { hashOf, newSecret, writeCredential } from './credential.ts'
import { insertFamily, insertGeneration } from './queries.ts'

/** A device to sign in with later: the credential leaves here once and is kept as a hash. */
export type RememberedDevice = { familyId: string; expiresAt: Date; credential: string }

export async function rememberDevice(
  ctx: Pick<Ctx, 'now' | 'client'> & { db: Tx },
  account: Owner,
): Promise<RememberedDevice> {
  const { db, now } = ctx
  const expiresAt = new Date(now.getTime() + limits.deviceAbsoluteMs)
  const familyId = await insertFamily(db, { ...account, userAgent: ctx.client.userAgent, now, expiresAt })
  const first = { resellerId: account.resellerId, familyId, secret: newSecret() }
  await insertGeneration(db, familyId, 0, hashOf(first), now)
  return { familyId, expiresAt, credential: writeCredential(first) }
}
