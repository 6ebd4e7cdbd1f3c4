import type { Permission } from '../../../contract/permissions.ts'
import { grantedBy, keyPermissions } from '../../../contract/permissions.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import type { AuthenticateKey, KeyRate } from '../../platform/http/staff-guard.ts'
import { countOne } from '../../platform/limits/limits.ts'
import { equalBytes } from '../../platform/secrets/crypto.ts'
import { permissionsOf, type RoleColumns } from '../staff/role-permissions.ts'
import { dialledFrom } from './dialled-from.ts'
import { readKey } from './key-text.ts'
import { loadKey, touchKey, type LiveKey } from './queries.ts'

const TOUCH_MS = 10_000
const WINDOW_MS = 60_000
const NEVER = new Date(0)

/**
 * Finds the key of a call. Reads its row, its maker and its reseller each time: what was revoked, demoted or suspended
 * acts on the next call of every process.
 */
export function makeAuthenticateKey(db: Db, config: Config): AuthenticateKey {
  return async (text, { now, reseller, address }) => {
    const shown = readKey(text)
    const from = dialledFrom(address)
    const key = shown && (await loadKey(db, shown.short, { now, reseller, from }))
    if (!key || !isGood(key, shown.hash, now)) return null
    if (!key.isFromHere) fail('key.address')
    const rate = await countCall({ db, config }, key)
    if (!rate.isOver && isOld(key, now)) await touchKey(db, key.id, now, from)
    return {
      actor: {
        kind: 'staff',
        staffId: key.madeBy,
        name: key.name,
        resellerId: key.resellerId,
        roleName: key.name,
        permissions: permissionsOfKey(key),
        sessionId: `key:${key.id}`,
        provedAt: NEVER,
        apiKey: { id: key.id, short: key.short },
      },
      hasFactor: true,
      isDemo: key.isDemo,
      isRecovered: false,
      isSuspended: key.isSuspended,
      isKnown: key.isKnown,
      rate,
    }
  }
}

/** What a key may do now: what it was given, as far as its maker still may, and never what no key may. */
export function permissionsOfKey(key: RoleColumns & { granted: string[] }): ReadonlySet<Permission> {
  const makers = permissionsOf(key)
  const granted = grantedBy(key.granted)
  return new Set(keyPermissions.filter((name) => granted.has(name) && makers.has(name)))
}

function isGood({ secretHash, oldHash, oldUntil }: LiveKey, hash: Buffer, now: Date): boolean {
  if (equalBytes(secretHash, hash)) return true
  return oldHash !== null && oldUntil !== null && oldUntil > now && equalBytes(oldHash, hash)
}

function isOld({ usedAt }: LiveKey, now: Date): boolean {
  return usedAt === null || now.getTime() - usedAt.getTime() >= TOUCH_MS
}

/** Counts only calls that proved the secret: somebody who only knows the short part cannot use up a key's limit. */
async function countCall(ctx: { db: Db; config: Config }, { id, callsPerMinute }: LiveKey): Promise<KeyRate> {
  const limit = { name: `api-key-${callsPerMinute}`, points: callsPerMinute, windowMs: WINDOW_MS }
  const { isOver, used, leftMs } = await countOne(ctx, limit, String(id))
  return { perMinute: callsPerMinute, left: isOver ? 0 : callsPerMinute - used, leftMs, isOver }
}
