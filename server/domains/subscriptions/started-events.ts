import type { Owner } from '../../platform/context.ts'
import type { Happened } from '../events/emit.ts'
import type { Subscription } from './subscription.ts'

/** None for a package that waits for its first byte: it starts then. */
export function startedEvents(
  { resellerId, accountId: userId }: Owner,
  { packageId, period, expiresAt, startsBy }: Subscription,
): Happened[] {
  if (startsBy) return []
  const endsAt = expiresAt?.toISOString() ?? null
  return [['package.started', { resellerId, userId, packageId, period, endsAt }]]
}
