import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { checkDial } from '../../../platform/dial/dial-public.ts'
import { fail } from '../../../platform/errors.ts'
import { randomId, seal, sha256 } from '../../../platform/secrets/crypto.ts'
import { claimAccount } from '../../accounts/lock-account-row.ts'
import { deleteDevice, findDevices, replaceDevice, trimDevices } from './queries.ts'
import { vapidKeys } from './vapid-keys.ts'
import { areKeysSound, type PushTarget } from './wire.ts'

type Shown = Static<typeof api.push.show.output>

export async function showPush(ctx: Pick<Ctx<'user'>, 'db' | 'config' | 'owner'>): Promise<Shown> {
  const devices = await findDevices(ctx.db, ctx.owner)
  return {
    key: vapidKeys(ctx.config).getPublicKey('base64url'),
    marks: devices.map(({ endpointHash }) => endpointHash.toString('base64url')),
  }
}

/** This browser shows reminders from now on, until its session ends. */
export async function startPush(ctx: Ctx<'user'>, { endpoint, p256dh, auth }: PushTarget): Promise<Shown> {
  const { owner, config, now } = ctx
  const { url } = await checkDial(endpoint).catch(() => fail('push.refused'))
  if (!areKeysSound({ p256dh, auth })) fail('push.refused')
  const id = randomId()
  const sealedTarget = seal(config.secretKey, 'push', id, JSON.stringify({ endpoint, p256dh, auth }))
  const device = { id, sealedTarget, endpointHash: sha256(endpoint), serviceHost: url.hostname }
  return inTx(ctx, async (tx) => {
    await claimAccount(tx, owner)
    await replaceDevice(tx.db, owner, { ...device, sessionId: ctx.actor.sessionId, now })
    await trimDevices(tx.db, owner, limits.pushDevices)
    return showPush(tx)
  })
}

export async function stopPush(ctx: Ctx<'user'>, { mark }: { mark: string }): Promise<Shown> {
  await deleteDevice(ctx.db, ctx.owner, Buffer.from(mark, 'base64url'))
  return showPush(ctx)
}
