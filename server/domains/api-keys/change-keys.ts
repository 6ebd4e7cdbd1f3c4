import { isIP } from 'node:net'
import type { Static } from 'typebox'

import type { consoleApi } from '../../../contract/console/api.ts'
import { KEYS_MAX } from '../../../contract/console/key-choices.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { inTx, type Ctx, type StaffCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { keySubject, writeAudit, type AuditActor } from '../audit/audit.ts'
import { asMember, refuseBeyond } from '../staff/team/by.ts'
import { drawKey } from './key-text.ts'
import { countLiveKeys, insertKey, lockKey, lockMaker, renewSecret, revokeKeyRow, revokeKeysOf } from './queries.ts'

type Keys = typeof consoleApi.keys
type Shown = Static<Keys['make']['output']>

/** Only the answer has the key's text; the database keeps its hash. */
export function makeKey(ctx: StaffCtx<'any'>, wanted: Static<Keys['make']['input']>): Promise<Shown> {
  const { team, by } = asMember(ctx)
  const permissions = [...new Set(wanted.permissions)].toSorted()
  refuseBeyond(by, permissions)
  const networks = networksOf(wanted.networks)
  const { days, callsPerMinute, dailyFen } = wanted
  const name = wanted.name.trim()
  if (name === '') fail('request.invalid', { fields: { name: 'pattern' } })
  const expiresAt = days === null ? null : new Date(ctx.now.getTime() + days * DAY_MS)
  return inTx(ctx, async (tx) => {
    await lockMaker(tx.db, team)
    if ((await countLiveKeys(tx.db, team, ctx.now)) >= KEYS_MAX) fail('key.too_many')
    const { text, short, hash } = drawKey()
    const row = { resellerId: team, madeBy: ctx.actor.staffId, name, short, hash, permissions, networks }
    const id = await insertKey(tx.db, { ...row, callsPerMinute, dailyFen, expiresAt, now: ctx.now })
    const after = {
      name,
      permissions: permissions.join(' '),
      networks: networks.join(' '),
      callsPerMinute,
      dailyFen,
      endsAt: expiresAt?.toISOString() ?? null,
    }
    const entry = { resellerId: team, actor: by.actor, action: 'api_key.made', subject: keySubject(short) }
    await writeAudit(tx.db, { ...entry, after }, ctx.now)
    return { id, text }
  })
}

/** A member who rotates a key answers for it, and so needs every permission of the key. */
export function rotateKey(
  ctx: StaffCtx<'any'>,
  { id, overlapMinutes }: Static<Keys['rotate']['input']>,
): Promise<Shown> {
  const { team, by } = asMember(ctx)
  return inTx(ctx, async (tx) => {
    const key = (await lockKey(tx.db, team, id, ctx.now)) ?? fail('object.unknown')
    if (key.isEnded) fail('key.ended')
    refuseBeyond(by, key.permissions as Permission[])
    const { text, hash } = drawKey(key.short)
    const oldUntil = overlapMinutes === 0 ? null : new Date(ctx.now.getTime() + overlapMinutes * MINUTE_MS)
    await renewSecret(tx.db, id, { hash, oldUntil, madeBy: ctx.actor.staffId })
    const entry = { resellerId: team, actor: by.actor, action: 'api_key.rotated', subject: keySubject(key.short) }
    await writeAudit(tx.db, { ...entry, after: { oldUntil: oldUntil?.toISOString() ?? null } }, ctx.now)
    return { id, text }
  })
}

export async function revokeKey(ctx: StaffCtx<'any'>, { id }: Static<Keys['revoke']['input']>): Promise<void> {
  const { team, by } = asMember(ctx)
  await inTx(ctx, async (tx) => {
    const key = (await lockKey(tx.db, team, id, ctx.now)) ?? fail('object.unknown')
    if (key.isRevoked) return
    await revokeKeyRow(tx.db, id, ctx.now)
    const entry = { resellerId: team, actor: by.actor, action: 'api_key.revoked', subject: keySubject(key.short) }
    await writeAudit(tx.db, { ...entry, before: { name: key.name } }, ctx.now)
  })
}

/** For a change of owner, in its transaction: no key of the team before lives on. */
export async function endKeys(ctx: Pick<Ctx, 'now'> & { db: Tx }, team: number, actor: AuditActor): Promise<void> {
  const keys = await revokeKeysOf(ctx.db, team, ctx.now)
  if (keys === 0) return
  const entry = { resellerId: team, actor, action: 'api_key.all_ended', subject: `reseller:${team}` }
  await writeAudit(ctx.db, { ...entry, detail: { count: keys } }, ctx.now)
}

/** Each as an address or a network in the usual spelling; 0 bits would be everywhere, which an empty list says. */
function networksOf(texts: readonly string[]): string[] {
  return texts.map((text, at) => {
    const [address = '', bits, ...more] = text.split('/')
    const family = isIP(address)
    const isRight = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
    if (family === 0 || more.length > 0 || !isRight)
      fail('request.invalid', { fields: { [`networks.${at}`]: 'format' } })
    return text
  })
}
