import type { Ctx, Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { browserName } from '../../../platform/text/browser-name.ts'
import { lockAccountRow } from '../../accounts/lock-account-row.ts'
import { emit, userOf } from '../../events/emit.ts'
import { endDevice } from '../end-sessions.ts'
import {
  hashOf,
  parseCredential,
  sessionTokenOf,
  successorOf,
  writeCredential,
  type DeviceCredential,
} from './credential.ts'
import { judgeDevice } from './load-known-device.ts'
import {
  insertGeneration,
  loadFamily,
  loadGeneration,
  lockFamily,
  markGenerationUsed,
  touchFamily,
  type Family,
} from './queries.ts'
import type { RememberedDevice } from './remember-device.ts'

type DeviceCtx = Pick<Ctx, 'now' | 'config'> & { db: Tx }
/** `token`: of the session that the first use opens; a repeat looks for the same session. */
export type UsedDevice = { account: Owner; device: RememberedDevice; token: string; isRepeat: boolean }

/**
 * Uses a credential and returns its successor; null means refused, `ended` refused for good. Commit the caller's
 * transaction even then: a copy of an old credential ends its device. A credential shown for another reseller or name
 * stays unchanged.
 */
export async function useDevice(
  ctx: DeviceCtx,
  claim: { resellerId: number; userName: string },
  credential: string,
): Promise<UsedDevice | 'ended' | null> {
  const shown = parseCredential(credential)
  const found = shown && (await loadFamily(ctx.db, claim.resellerId, shown.familyId))
  if (!shown || !found) return null
  const account = { resellerId: claim.resellerId, accountId: found.accountId }
  // Lock the account before the family, like everything that ends sessions: another order could deadlock.
  const owner = await lockAccountRow(ctx, account)
  if (!owner || owner.userName.toLowerCase() !== claim.userName.toLowerCase()) return null
  const family = await lockFamily(ctx.db, claim.resellerId, shown.familyId)
  const generation = family && (await loadGeneration(ctx.db, family.id, hashOf(shown)))
  if (!family || !generation) return null
  const verdict = judgeDevice(family, generation, ctx.now)
  if (verdict === 'refused') return 'ended'
  if (verdict === 'stolen') return endStolen(ctx, account, family)
  const next = successorOf(ctx.config.secretKey, shown, claim.resellerId)
  if (verdict === 'rotate') await rotate(ctx, generation.generation, next)
  await touchFamily(ctx.db, claim.resellerId, family.id, ctx.now)
  const device = { familyId: family.id, expiresAt: family.expiresAt, credential: writeCredential(next) }
  const token = sessionTokenOf(ctx.config.secretKey, shown)
  return { account, device, token, isRepeat: verdict === 'repeat' }
}

async function rotate(ctx: DeviceCtx, generation: number, next: DeviceCredential): Promise<void> {
  await markGenerationUsed(ctx.db, next.familyId, generation, ctx.now)
  await insertGeneration(ctx.db, next.familyId, generation + 1, hashOf(next), ctx.now)
}

async function endStolen(ctx: DeviceCtx, account: Owner, family: Family): Promise<'ended'> {
  await endDevice(ctx, account, family.id)
  await emit(ctx, 'device.stolen', { ...userOf(account), aside: { device: browserName(family.userAgent) } })
  return 'ended'
}
