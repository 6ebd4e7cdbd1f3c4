import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { readCardCode } from '../../../../contract/card-code.ts'
import type { ArrivedGift } from '../../../../contract/gifts.ts'
import { maskName } from '../../../../contract/mask.ts'
import type { Ctx } from '../../../platform/context.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { takeOne, type Limit } from '../../../platform/limits/limits.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { loadGivenLink, type GivenLink } from './queries.ts'

type Look = typeof api.gifts.look

/** A key has 135 random bits: nobody finds one at any pace. This only keeps the work small. */
const LOOKS: Limit = { name: 'gift-look', points: 600, windowMs: 3_600_000 }

/** A gift, for whoever has its key. An unknown key, a card's key and another reseller's give the same answer. */
export async function lookAtLink(
  ctx: Ctx<'anyone'>,
  { code: typed, dailiKey }: Static<Look['input']>,
): Promise<Static<Look['output']>> {
  await takeOne(ctx, LOOKS, callerOf(ctx.client.address))
  const code = readCardCode(typed)
  const link = code === null ? null : await loadGivenLink(ctx.db, dailiKey, sha256(code))
  return { gift: link && arrivedGift(ctx, link) }
}

function arrivedGift(ctx: Ctx<'anyone'>, link: GivenLink): ArrivedGift {
  const { kind, days, trafficBytes, giverName, expiresAt } = link
  return {
    kind,
    packageName: inLanguage(link.packageName, link.packageNames, ctx.language),
    days,
    trafficBytes,
    giverMasked: giverName && maskName(giverName),
    state: stateOf(link, ctx.now),
    isMine: link.usedBy !== null && link.usedBy === ctx.owner?.accountId,
    expiresAt: expiresAt.toISOString(),
  }
}

/** The job that gives the money back comes a little after the end. */
function stateOf({ state, expiresAt, endedAt }: GivenLink, now: Date): ArrivedGift['state'] {
  if (state === 'used') return 'used'
  return expiresAt <= (endedAt ?? now) ? 'expired' : state
}
