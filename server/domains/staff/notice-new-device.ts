import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { networkOf } from '../../platform/limits/client-address.ts'
import { browserName } from '../../platform/text/browser-name.ts'
import { emit } from '../events/emit.ts'
import { findSeenStaffClients } from './session-queries.ts'

type Member = { id: number; resellerId: number | null }

/** Tells the member about a sign-in from a browser and network that the account has not used lately. */
export async function noticeNewDevice(ctx: Pick<Ctx, 'now' | 'client'> & { db: Tx }, member: Member): Promise<void> {
  const device = browserName(ctx.client.userAgent)
  const network = networkOf(ctx.client.address)
  const since = new Date(ctx.now.getTime() - limits.newDeviceMemoryMs)
  const seen = await findSeenStaffClients(ctx.db, member.id, since)
  if (seen.some((old) => browserName(old.userAgent) === device && networkOf(old.address ?? '') === network)) return
  const { address } = ctx.client
  const { resellerId, id: staffId } = member
  await emit(ctx, 'member.signed_in', { resellerId, staffId, aside: { device, address } })
}
