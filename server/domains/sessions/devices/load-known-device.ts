import type { Ctx } from '../../../platform/context.ts'
import { hashOf, parseCredential } from './credential.ts'
import { judgeDevice } from './judge-device.ts'
import { loadFamily, loadGeneration } from './queries.ts'

/** The family of a credential that proves "this device was signed in to this account". Uses nothing up. */
export async function loadKnownDevice(
  ctx: Pick<Ctx, 'db' | 'now'>,
  account: { resellerId: number; id: number },
  credential: string,
): Promise<string | null> {
  const shown = parseCredential(credential)
  const family = shown && (await loadFamily(ctx.db, account.resellerId, shown.familyId))
  if (!shown || family?.accountId !== account.id) return null
  const verdict = judgeDevice(family, await loadGeneration(ctx.db, family.id, hashOf(shown)), ctx.now)
  return verdict === 'rotate' || verdict === 'repeat' ? family.id : null
}
