import type { ShownUser } from '../../../../contract/console/user-fields.ts'
import type { user } from '../../../../contract/console/user.ts'
import { limits } from '../../../../contract/limits.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import { may, type Owner, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer, AnswerOf } from '../../../platform/http/answer.ts'
import { networkOf } from '../../../platform/limits/client-address.ts'
import { browserName } from '../../../platform/text/browser-name.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { helpedUntil } from '../../accounts/refuse-helped.ts'
import { findTagsOf } from '../../accounts/tags.ts'
import { accountSubject, auditLook } from '../../audit/audit.ts'
import { listNamedDevices } from '../../feeds/devices/named-devices.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { nodeHealth } from '../../lines/node-state.ts'
import { ownsAgency } from '../../resellers/agency.ts'
import { serviceState, shownReset, waitsUntil } from '../../subscriptions/subscription.ts'
import {
  findConnected,
  findDevices,
  findLines,
  findNotes,
  loadOrigin,
  loadUserCard,
  type LineRow,
  type UserCard,
} from './queries.ts'

/** Everything needed to help a user, at one look: never a password, a feed address, a credential or destinations. */
export async function showUser(ctx: StaffCtx, { id: accountId }: { id: number }): Promise<Answer<ShownUser>> {
  const owner = { resellerId: ctx.resellerId, accountId }
  const card = (await loadUserCard(ctx.db, owner)) ?? fail('object.unknown')
  await auditLook(ctx, 'user.opened', accountSubject(accountId))
  const since = new Date(ctx.now.getTime() - limits.deviceSeenMs)
  return {
    ...profileOf(card, ctx.now),
    cameFrom: await loadOrigin(ctx.db, owner),
    ownsAgency: await ownsAgency(ctx, owner),
    helpedUntil: await helpedUntil(ctx, owner),
    package: packageOf(card, ctx),
    ...(await moneyOf(ctx, owner)),
    lines: (await findLines(ctx.db, owner)).map((line) => toLine(ctx, line)),
    devices: (await findDevices(ctx.db, owner, ctx.now)).map(({ userAgent, address, ...seen }) => ({
      ...seen,
      device: browserName(userAgent),
      network: address && networkOf(address),
    })),
    connected: (await findConnected(ctx.db, owner, since)).map(({ address, nodeNames, seenAt, node }) => ({
      network: networkOf(address),
      node: inLanguage(node, nodeNames, ctx.language),
      seenAt,
    })),
    namedDevices: await listNamedDevices(ctx, owner),
    tags: await findTagsOf(ctx.db, owner),
    notes: await findNotes(ctx.db, owner),
  }
}

/** The part that a shop or bot of the reseller asks for. */
export async function showSubscription(
  ctx: StaffCtx,
  { id: accountId }: { id: number },
): Promise<AnswerOf<typeof user.subscription>> {
  const card = (await loadUserCard(ctx.db, { resellerId: ctx.resellerId, accountId })) ?? fail('object.unknown')
  await auditLook(ctx, 'user.opened', accountSubject(accountId))
  return { ...profileOf(card, ctx.now), package: packageOf(card, ctx) }
}

function profileOf(card: UserCard, now: Date) {
  const { inviterId, inviterName, blockedReason } = card
  return {
    ...card,
    email: card.email && maskAddress(card.email),
    inviter: inviterId !== null && inviterName !== null ? { id: inviterId, userName: inviterName } : null,
    state: blockedReason === null ? serviceState(card, now) : ('blocked' as const),
    deletionByStaff: card.isDeletionByStaff,
  }
}

function packageOf(
  card: UserCard,
  { language, now }: Pick<StaffCtx, 'language' | 'now'>,
): Answer<ShownUser['package']> {
  if (card.packageId === null || card.packageName === null) return null
  return {
    ...card,
    id: card.packageId,
    name: inLanguage(card.packageName, card.packageNames, language),
    startsBy: waitsUntil(card, now),
    nextResetAt: shownReset(card),
  }
}

async function moneyOf(ctx: Pick<StaffCtx, 'db' | 'actor'>, owner: Owner) {
  const balanceFen = await loadBalanceFen(ctx, { kind: 'user', ...owner })
  if (!may(ctx, 'money.read')) return { balanceFen, commissionFen: null, pendingFen: null, heldFen: null }
  return {
    balanceFen,
    commissionFen: await loadBalanceFen(ctx, { kind: 'commission', ...owner }),
    pendingFen: await loadBalanceFen(ctx, { kind: 'commission_pending', ...owner }),
    heldFen: await loadBalanceFen(ctx, { kind: 'hold', ...owner }),
  }
}

function toLine(
  { language, now }: Pick<StaffCtx, 'language' | 'now'>,
  line: LineRow,
): Answer<ShownUser['lines'][number]> {
  const { state: nodeState, check: nodeCheck } = nodeHealth(line, now)
  return {
    ...line,
    node: inLanguage(line.node, line.nodeNames, language),
    // The query leaves out removed lines.
    state: line.state as ShownUser['lines'][number]['state'],
    nodeState,
    nodeCheck,
  }
}
