import type { Ctx } from '../../../platform/context.ts'
import { hashOf, parseCredential } from './credential.ts'
import { judgeDevice } from './judge-device.ts'
import { loadFamilyOf, loadGeneration } from './queries.ts'

export type KnownDevice = { familyId: string; accountId: number }

/** The family of a credential that proves "this device was signed in to this account". Uses nothing up. */
export async function loadKnownDevice(
  ctx: Pick<Ctx, 'db' | 'now'>,
  account: { resellerId: number; userName: string },
  credential: string,
): Promise<KnownDevice | null> {
  const shown = parseCredential(credential)
  const family = shown && (await loadFamilyOf(ctx.db, account, shown.familyId))
  if (!shown || !family) return null
  const verdict = judgeDevice(family, await loadGeneration(ctx.db, family.id, hashOf(shown)), ctx.now)
  return verdict === 'rotate' || verdict === 'repeat' ? { familyId: family.id, accountId: family.accountId } : null
}
