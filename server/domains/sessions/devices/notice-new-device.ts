import { limits } from '../../../../contract/limits.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { networkOf } from '../../../platform/limits/client-address.ts'
import { browserName } from '../../../platform/text/browser-name.ts'
import { emit, userOf } from '../../events/emit.ts'
import { findSeenClients } from '../queries.ts'

/** Tells the owner about a sign-in from a browser and network that the account has not used lately. */
export async function noticeNewDevice(
  ctx: Pick<Ctx, 'now' | 'client'> & { db: Tx },
  account: Owner,
  { verifiedEmail }: { verifiedEmail: string | null },
): Promise<void> {
  if (verifiedEmail === null) return
  const device = browserName(ctx.client.userAgent)
  const network = networkOf(ctx.client.address)
  const since = new Date(ctx.now.getTime() - limits.newDeviceMemoryMs)
  const seen = await findSeenClients(ctx.db, account, since)
  if (seen.some((old) => browserName(old.userAgent) === device && networkOf(old.address ?? '') === network)) return
  await emit(ctx, 'login.new', { ...userOf(account), aside: { device, address: ctx.client.address } })
}
