import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import type { FeedDevice, NamedDevice } from '../../../../contract/lines.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { takeOne, type Limit } from '../../../platform/limits/limits.ts'
import { randomToken, sha256 } from '../../../platform/secrets/crypto.ts'
import { resellerLinks } from '../../resellers/reseller-by-host.ts'
import { getFeedUrl } from '../load-link.ts'
import { findContacts, lockLinkGeneration } from '../queries.ts'
import { listNamedDevices } from './named-devices.ts'
import { findDevices, insertCode, loadDeviceRoom, revokeOne, revokeUnused, type DeviceRow } from './queries.ts'

const CODES: Limit = { name: 'feed_code', points: limits.feedCodes, windowMs: limits.lineWindowMs }
const CODE_BYTES = 16

/** Makes a code that gives one other device an address of its own. It replaces a code that nobody used. */
export async function makeDeviceCode(ctx: Ctx<'user'>): Promise<Static<typeof api.lines.deviceCode.output>> {
  const { owner, now, actor } = ctx
  await takeOne(ctx, CODES, `${owner.resellerId}:${owner.accountId}`)
  const code = randomToken(CODE_BYTES)
  const expiresAt = new Date(now.getTime() + limits.feedCodeMs)
  const id = await inTx(ctx, async (tx) => {
    // The lock of the address: two codes at once would both find room.
    await getFeedUrl(tx, owner)
    await lockLinkGeneration(tx.db, owner)
    await revokeUnused(tx.db, owner, now)
    const { devices, deviceLimit } = await loadDeviceRoom(tx.db, owner)
    if (deviceLimit > 0 && devices >= deviceLimit) fail('line.device_limit')
    const { sessionId } = actor
    return insertCode(tx.db, { ...owner, sessionId, codeHash: sha256(code), createdAt: now, expiresAt })
  })
  const link = await resellerLinks(ctx, owner.resellerId)
  return { id, url: link(`/sub/once/${code}`), expiresAt: expiresAt.toISOString() }
}

export async function listFeedDevices(ctx: Ctx<'user'>): Promise<{ items: FeedDevice[]; named: NamedDevice[] }> {
  const rows = await findDevices(ctx.db, ctx.owner, ctx.now)
  const contacts = rows.some(({ fetchedAt }) => fetchedAt) ? await findContacts(ctx.db, ctx.owner) : []
  const lastMs = Math.max(0, ...contacts.map(({ seenAt }) => seenAt.getTime()))
  return { items: rows.map((row) => toDevice(row, lastMs)), named: await listNamedDevices(ctx, ctx.owner) }
}

export async function revokeFeedDevice(ctx: Ctx<'user'>, { id }: { id: number }): Promise<void> {
  if (!(await revokeOne(ctx.db, ctx.owner, id, ctx.now))) fail('object.unknown')
}

/** Bytes are counted by line, not by device: the first ones after a device's import are taken for its own. */
function toDevice(
  { id, createdAt, expiresAt, usedAt, openedOn, fetchedAt, client }: DeviceRow,
  lastMs: number,
): FeedDevice {
  const isConnected = fetchedAt !== null && lastMs >= fetchedAt.getTime()
  return {
    id,
    stage: isConnected ? 'connected' : fetchedAt ? 'imported' : usedAt ? 'opened' : 'none',
    system: openedOn,
    client,
    createdAt: createdAt.toISOString(),
    expiresAt: usedAt ? null : expiresAt.toISOString(),
  }
}
