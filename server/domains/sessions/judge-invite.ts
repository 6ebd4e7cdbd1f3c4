import type { Ctx, Owner } from '../../platform/context.ts'
import { isSeen } from '../sign-in/seen-clients.ts'
import { isMarkedFor } from './devices/device-mark.ts'
import { findSeenClients } from './queries.ts'

/**
 * Inviting oneself earns nothing: a browser in which the inviter has signed in proves it. Families and whole networks
 * share an address, so an equal address only makes a person look.
 */
export async function judgeInvite(
  ctx: Pick<Ctx, 'db' | 'now' | 'config' | 'client'>,
  inviter: Owner,
): Promise<'own_device' | 'same_address' | null> {
  if (isMarkedFor(ctx, inviter)) return 'own_device'
  return (await isSeen(ctx, (since) => findSeenClients(ctx.db, inviter, since))) ? 'same_address' : null
}
