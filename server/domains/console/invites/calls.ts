import { consoleApi } from '../../../../contract/console/api.ts'
import { FIGURE_MAX } from '../../../../contract/console/list.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'
import { may } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/bind.ts'
import { auditLook, staffActor } from '../../audit/audit.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { loadPage } from '../../lists/list-page.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { setTerms } from '../../resellers/set-terms.ts'
import { findAgencyRows, findTopInviters, inviteList, loadInviteSums, type ListedInvite } from './queries.ts'

const { agencies, invites } = consoleApi

const TOP = 10

const AGENCIES_MAX = 500

/** Days that count as recent for an agency. */
const RECENT_DAYS = 30

export const inviteRoutes = [
  bind(invites.summary, async (ctx, { days = 30 }) => {
    const { db, resellerId } = ctx
    const since = new Date(ctx.now.getTime() - days * DAY_MS)
    const confirmedSince = new Date(since.getTime() + limits.commissionConfirmMs)
    const { commissionPercent: percent } = await getSellingTerms(ctx, resellerId)
    const top = await findTopInviters(db, resellerId, since, TOP)
    const { commissionFen, ...sums } = await loadInviteSums(db, resellerId, since, confirmedSince)
    const seesMoney = may(ctx, 'money.read')
    return {
      percent,
      ...sums,
      commissionFen: seesMoney ? commissionFen : null,
      top: top.map(({ inviterId, userName, commissionFen: earnedFen, ...row }) => ({
        inviter: { accountId: inviterId, userName },
        commissionFen: seesMoney ? earnedFen : null,
        ...row,
      })),
    }
  }),
  bind(invites.list, async (ctx, input) => {
    const query = await inviteList(ctx, ctx.resellerId, input)
    const { rows, ...page } = await loadPage<ListedInvite, 'joinedAt'>(ctx, query, input)
    if (input.cursor === undefined) await auditLook(ctx, 'invites.listed', null, filterWords(input, page.count))
    return {
      rows: rows.map(({ id, userName, inviterId, inviterName, createdAt, mark, commissionFen }) => ({
        invited: { accountId: id, userName },
        inviter: { accountId: inviterId, userName: inviterName },
        joinedAt: createdAt,
        mark,
        commissionFen: may(ctx, 'money.read') ? commissionFen : null,
      })),
      ...page,
    }
  }),
  bind(invites.setPercent, (ctx, { percent }) =>
    setTerms(ctx, ctx.resellerId, { commissionPercent: percent }, staffActor(ctx)),
  ),
  bind(agencies.list, async (ctx) => {
    const since = new Date(ctx.now.getTime() - RECENT_DAYS * DAY_MS)
    const filter = { since, countMax: FIGURE_MAX, limit: AGENCIES_MAX }
    const rows = await findAgencyRows(ctx.db, ctx.resellerId, filter)
    return {
      rows: rows.map(({ id, agencyName, ownerId, ownerName, createdAt, suspendedAt, isWhitelisted, ...row }) => ({
        ...row,
        resellerId: id,
        name: agencyName ?? String(id),
        owner: { accountId: ownerId, userName: ownerName },
        state: suspendedAt ? ('suspended' as const) : isWhitelisted ? ('open' as const) : ('waiting' as const),
        openedAt: createdAt,
      })),
    }
  }),
]
