import type { UserInfo } from '../../../../contract/accounts.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import type { Asker } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { readOutage, type Outage } from '../../nodes/outages.ts'
import { loadBuyable } from '../../subscriptions/load-buyable.ts'
import { serviceState, shownReset, waitsUntil } from '../../subscriptions/subscription.ts'
import { loadProfile } from './queries.ts'

/** Everything the portal shows its user, except the ticket that sessions add as `pass`. */
export async function getUserInfo(
  ctx: Pick<Ctx, 'now' | 'language' | 'config'> & { db: Asker },
  account: Owner,
): Promise<Answer<Omit<UserInfo, 'pass'>>> {
  const profile = (await loadProfile(ctx.db, account.resellerId, account.accountId, ctx.now)) ?? fail('object.unknown')
  const state = serviceState(profile, ctx.now)
  const packageName = inLanguage(profile.packageName, profile.packageNames, ctx.language) ?? ''
  return {
    ...profile,
    iuser: profile.userName,
    dailiKey: account.resellerId,
    emailVerified: profile.emailVerifiedAt !== null,
    package: profile.packageId === null ? null : { id: String(profile.packageId), name: packageName },
    nextResetAt: shownReset(profile),
    startsBy: waitsUntil(profile, ctx.now),
    buyable: await loadBuyable(ctx, account, { ...profile, state }),
    state,
    outage: profile.outage && shownOutage(readOutage(profile.outage), ctx.language),
  }
}

const shownOutage = ({ nodes, since, backAt }: Outage, language: Ctx['language']) => ({
  nodes: nodes.map(({ name, names }) => inLanguage(name, names, language)),
  since,
  backAt,
})
