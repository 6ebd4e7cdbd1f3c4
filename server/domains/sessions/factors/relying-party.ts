import { isIP } from 'node:net'

import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { ownsHost } from '../../resellers/reseller-by-host.ts'
import type { RelyingParty } from '../../sign-in/passkeys.ts'

/**
 * The site that a passkey belongs to: the host of the request, if this reseller's users sign in there. A browser ties
 * each passkey to that name for good, so one made at a reseller's domain works only there.
 */
export async function getRelyingParty(
  ctx: Pick<Ctx, 'db' | 'config' | 'client'>,
  resellerId: number,
): Promise<RelyingParty> {
  const host = ctx.client.host.toLowerCase()
  const name = host.replace(/:\d+$/, '')
  const publicUrl = new URL(ctx.config.publicUrl)
  // Browsers make no passkeys for bare addresses.
  if (isIP(name.replaceAll(/[[\]]/g, '')) !== 0) fail('passkey.wrong_host')
  if (name === publicUrl.hostname) return { id: name, origin: publicUrl.origin }
  // The only name that browsers trust without https. In production any program on the user's machine could pose as it.
  if (name === 'localhost' && ctx.config.mode === 'sandbox') return { id: name, origin: `http://${host}` }
  if (await ownsHost(ctx.db, resellerId, name)) return { id: name, origin: `https://${host}` }
  return fail('passkey.wrong_host')
}
