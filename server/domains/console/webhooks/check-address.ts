import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { checkDial, PointsInside } from '../../../platform/dial/dial-public.ts'
import { isLoopbackAddress } from '../../../platform/dial/public-address.ts'
import { fail } from '../../../platform/errors.ts'
import { takeOne, type Limit } from '../../../platform/limits/limits.ts'
import { reportInside } from '../../resellers/report-inside.ts'
import { allowsLocal } from '../../webhooks/call-hook.ts'
import type { By } from '../../webhooks/own-hooks.ts'

const TRIES: Limit = { name: 'webhook-address', points: 60, windowMs: 3_600_000 }

type CheckCtx = Pick<Ctx, 'db' | 'now'> & { config: Config }

/**
 * A public https address of somebody else, or refused. Every call checks again when it connects. The platform may name
 * an address on this machine where the settings allow it.
 */
export async function checkAddress(
  ctx: CheckCtx,
  { team, actor }: By,
  address: string,
): Promise<{ url: string; isLocal: boolean }> {
  await takeOne(ctx, TRIES, String(team))
  const url = URL.parse(address) ?? refuse()
  url.hash = ''
  const isOurs = url.hostname === new URL(ctx.config.publicUrl).hostname
  const allowLoopback = team === null && allowsLocal(ctx.config)
  try {
    const { dialled } = await checkDial(url.href, { allowLoopback })
    const isLocal = isLoopbackAddress(dialled)
    if (isOurs && !isLocal) throw new PointsInside('ours')
    return { url: url.href, isLocal }
  } catch (error) {
    // Never in a transaction that the refusal rolls back. A typing error of the platform's staff is no attack.
    if (error instanceof PointsInside && team !== null)
      await reportInside(ctx, { resellerId: team, actor, what: 'webhook', host: url.hostname })
    return refuse()
  }
}

function refuse(): never {
  return fail('webhook.address', { fields: { url: 'a public https address' } })
}
