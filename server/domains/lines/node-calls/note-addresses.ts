import { limits } from '../../../../contract/limits.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { knownAddress } from '../../../platform/limits/client-address.ts'
import { findAddressesOver, saveAddresses } from './address-queries.ts'

export type LineAddresses = { number: number; addresses: string[] }

/**
 * Stores the addresses from which users are connected. Returns those beyond the device limit: the newest, over all
 * nodes of the account. Skips numbers without a line here: the line may just have been removed.
 */
export async function noteAddresses(
  ctx: Pick<Ctx, 'db' | 'now'>,
  nodeId: number,
  lines: readonly LineAddresses[],
): Promise<LineAddresses[]> {
  const given = lines.flatMap(({ number, addresses }) =>
    addresses.map((shown) => ({ number, shown, address: readAddress(shown) })),
  )
  if (given.length === 0) return []
  const seenAfter = new Date(ctx.now.getTime() - limits.deviceSeenMs)
  await saveAddresses(ctx.db, nodeId, given, { now: ctx.now, seenAfter })
  const over = await findAddressesOver(ctx.db, nodeId, given, seenAfter)
  return [...Map.groupBy(over, ({ number }) => number)].map(([number, found]) => ({
    number,
    addresses: found.map(({ shown }) => shown),
  }))
}

/** Deletes the addresses from which a deleted account was connected. */
export async function forgetAddresses(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.kysely
    .deleteFrom('lineAddresses')
    .where((row) => row.and({ resellerId, accountId }))
    .execute()
}

/** An engine that listens on IPv6 sees IPv4 addresses mapped into it; both are one device. */
function readAddress(text: string): string {
  const address = knownAddress(text) ?? fail('request.invalid', { fields: { addresses: 'address' } })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}
