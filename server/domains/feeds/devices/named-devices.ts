import type { NamedDevice } from '../../../../contract/lines.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { deleteHwid, findHwids } from './hwid-queries.ts'

/** Clients fetch every day: a device that has not come for this long gives its place to another. */
export const PLACE_MS = 7 * 86_400_000

/** Devices that hold a place now. What identifies one is a hash that only this account has. */
export async function listNamedDevices({ db, now }: Pick<Ctx, 'db' | 'now'>, owner: Owner): Promise<NamedDevice[]> {
  const rows = await findHwids(db, owner, new Date(now.getTime() - PLACE_MS))
  return rows.map(({ hwidHash, client, system, seenAt }) => ({
    id: hwidHash.toString('hex'),
    client,
    system,
    seenAt: seenAt.toISOString(),
  }))
}

export async function forgetNamedDevice(ctx: Ctx<'user'>, { id }: { id: string }): Promise<void> {
  if (!(await deleteHwid(ctx.db, ctx.owner, Buffer.from(id, 'hex')))) fail('object.unknown')
}
