import type { GiftLink } from '../../../../contract/gifts.ts'
import { inTx, type Ctx, type TxCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { accountSubject, type AuditActor } from '../../audit/audit.ts'
import { post } from '../../ledger/post.ts'
import { releaseReserve } from '../bulk-reserve.ts'
import {
  claimReturn,
  findExpiredLinks,
  LINKS_AT_ONCE,
  loadOwnLink,
  type Giver,
  type LinkName,
  type NamedLink,
} from './queries.ts'
import { shownLink } from './shown-link.ts'

export async function takeBackOwn(ctx: Ctx<'user'>, { id }: { id: string }): Promise<Answer<GiftLink>> {
  const { resellerId, accountId } = ctx.owner
  const link = await takeBack(ctx, { resellerId, giverId: accountId }, id, accountSubject(accountId))
  return shownLink(link, ctx.language)
}

/** Taking back what is back already answers the same; what somebody used is gone. */
export function takeBack(
  ctx: Pick<Ctx, 'db' | 'now'>,
  giver: Giver,
  id: string,
  actor: AuditActor,
): Promise<NamedLink> {
  return inTx(ctx, async (tx) => {
    const own = (await loadOwnLink(tx.db, giver, id)) ?? fail('object.unknown')
    await returnLink(tx, { resellerId: giver.resellerId, id: own.id }, actor)
    const link = (await loadOwnLink(tx.db, giver, id))!
    return link.state === 'returned' ? link : fail('card.used')
  })
}

/** The job: returns the money of links that nobody used in time to their payer. */
export async function returnExpired(ctx: JobCtx): Promise<void> {
  for (let due: LinkName[]; (due = await findExpiredLinks(ctx.db, ctx.now)).length > 0;) {
    for (const name of due) await inTx(ctx, (tx) => returnLink(tx, name, 'job'))
    ctx.log.info({ count: due.length }, 'gift links expired')
    if (due.length < LINKS_AT_ONCE) return
  }
}

/** The conditional update decides: only who gets the row gives money back. */
async function returnLink(ctx: Pick<TxCtx, 'db' | 'now'>, name: LinkName, actor: AuditActor): Promise<void> {
  const link = await claimReturn(ctx.db, name, ctx.now)
  if (!link) return
  const { resellerId, giverId, priceFen, id } = link
  if (giverId === null) {
    await releaseReserve(ctx, { resellerId, bulkId: id }, actor, 'gift_link')
    return
  }
  await post(ctx, {
    key: `gift_link:${id}:back`,
    kind: 'gift_back',
    resellerId,
    legs: [
      { kind: 'gift_hold', resellerId, accountId: giverId, amountFen: -priceFen },
      { kind: 'user', resellerId, accountId: giverId, amountFen: priceFen },
    ],
    memo: { linkId: id, about: link.lastFour },
  })
}
