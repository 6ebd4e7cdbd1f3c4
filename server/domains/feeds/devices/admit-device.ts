import type { IncomingHttpHeaders } from 'node:http'

import type { System } from '../../../../contract/systems.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { nameClient } from '../name-client.ts'
import { lockLinkGeneration, type LinkedAccount } from '../queries.ts'
import { countHwids, deleteHwids, insertHwid, seeHwid } from './hwid-queries.ts'
import { PLACE_MS } from './named-devices.ts'

const HWID = /^[A-Za-z\d=-]{10,64}$/
/** As clients write them in `x-device-os`. */
const SYSTEMS: readonly [system: System, test: RegExp][] = [
  ['ios', /^(ios|ipados|iphone)/i],
  ['harmony', /harmony/i],
  ['android', /^android/i],
  ['windows', /^windows/i],
  ['mac', /^mac/i],
  ['linux', /linux|openwrt/i],
]

/**
 * Some clients name their device. Returns whether it is among as many as the plan allows; null for clients that name none
 * and plans without a limit. Who has taken a place keeps it.
 */
export async function admitDevice(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  account: LinkedAccount,
  headers: IncomingHttpHeaders,
): Promise<boolean | null> {
  const { resellerId, accountId, deviceLimit } = account
  const { 'x-hwid': hwid, 'x-device-os': os } = headers
  if (deviceLimit === 0 || typeof hwid !== 'string' || !HWID.test(hwid)) return null
  const owner = { resellerId, accountId }
  const seen = {
    hash: sha256(`${resellerId}.${accountId}.${hwid}`),
    client: nameClient(headers['user-agent'] ?? ''),
    system: SYSTEMS.find(([, test]) => test.test(String(os ?? '')))?.[0] ?? null,
    now: ctx.now,
  }
  if (await seeHwid(ctx.db, owner, seen)) return true
  return inTx(ctx, async (tx) => {
    // The lock of the address: two devices at once would both find room.
    await lockLinkGeneration(tx.db, owner)
    await deleteHwids(tx.db, owner, new Date(ctx.now.getTime() - PLACE_MS))
    if ((await countHwids(tx.db, owner)) >= deviceLimit) return false
    await insertHwid(tx.db, owner, seen)
    return true
  })
}

/** What clients with named devices read beside the document. */
export function deviceHeaders(isAdmitted: boolean | null): Record<string, string> {
  if (isAdmitted === null) return {}
  const full = isAdmitted ? {} : { 'x-hwid-limit': 'true', 'x-hwid-max-devices-reached': 'true' }
  return { 'x-hwid-active': 'true', ...full }
}
