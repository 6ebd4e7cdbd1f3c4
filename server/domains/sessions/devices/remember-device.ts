import { limits } from '../../../../contract/limits.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { randomId } from '../../../platform/secrets/crypto.ts'
import { hashOf, newSecret, writeCredential } from './credential.ts'
import { insertFamily } from './queries.ts'

/** A device to sign in with later: the credential is shown once and stored as a hash. */
export type RememberedDevice = { familyId: string; expiresAt: Date; credential: string }
export type NewDevice = RememberedDevice & { secretHash: Buffer }

export function makeDevice({ now }: Pick<Ctx, 'now'>, { resellerId }: Owner): NewDevice {
  const first = { resellerId, familyId: randomId(), secret: newSecret() }
  const expiresAt = new Date(now.getTime() + limits.deviceAbsoluteMs)
  return { familyId: first.familyId, expiresAt, credential: writeCredential(first), secretHash: hashOf(first) }
}

export function rememberDevice(
  ctx: Pick<Ctx, 'now' | 'client'> & { db: Tx },
  account: Owner,
  device = makeDevice(ctx, account),
): RememberedDevice {
  insertFamily(ctx.db, { ...account, ...device, userAgent: ctx.client.userAgent, now: ctx.now })
  return device
}
