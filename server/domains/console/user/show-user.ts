import type { Static } from 'typebox'

import type { ShownUser, user } from '../../../../contract/console/user.ts'
import { limits } from '../../../../contract/limits.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import { may, type Owner, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/limits/client-address.ts'
import { browserName } from '../../../platform/text/browser-name.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { helpedUntil } from '../../accounts/refuse-helped.ts'
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
export async function showUser(ctx: StaffCtx, { id: accountId }: { id: number }): Promise<ShownUser> {
  const owner = { resellerId: ctx.resellerId, accountId }
  const card = (await loadUserCard(ctx.db, owner)) ?? fail('object.unknown')
  await auditLook(ctx, 'user.opened', accountSubject(accountId))
  const since = new Date(ctx.now.getTime() - limits.deviceSeenMs)
  return {
    ...profileOf(card, ctx.now),
    cameFrom: await loadOrigin(ctx.db, owner),
    ownsAgency: await ownsAgency(ctx, owner),
    helpedUntil: iso(await helpedUntil(ctx, owner)),
    package: packageOf(card, ctx),
    usedBytes: card.usedBytes,
    totalBytes: card.totalBytes,
    ...(await moneyOf(ctx, owner)),
    lines: (await findLines(ctx.db, owner)).map((line) => toLine(ctx, line)),
    devices: (await findDevices(ctx.db, owner, ctx.now)).map(({ userAgent, address, seenAt, remembered }) => ({
      device: browserName(userAgent),
      network: address && networkOf(address),
      seenAt: seenAt.toISOString(),
      remembered,
    })),
    connected: (await findConnected(ctx.db, owner, since)).map(({ address, nodeNames, seenAt, node }) => ({
      network: networkOf(address),
      node: inLanguage(node, nodeNames, ctx.language),
      seenAt: seenAt.toISOString(),
    })),
    namedDevices: await listNamedDevices(ctx, owner),
    notes: (await findNotes(ctx.db, owner)).map((note) => ({ ...note, at: note.at.toISOString() })),
  }
}

/** The part that a shop or bot of the reseller asks for. */
export async function showSubscription(
  ctx: StaffCtx,
  { id: accountId }: { id: number },
): Promise<Static<typeof user.subscription.output>> {
  const card = (await loadUserCard(ctx.db, { resellerId: ctx.resellerId, accountId })) ?? fail('object.unknown')
  await auditLook(ctx, 'user.opened', accountSubject(accountId))
  const { id, userName, state, lastTrafficAt } = profileOf(card, ctx.now)
  const { usedBytes, totalBytes } = card
  return { id, userName, state, package: packageOf(card, ctx), usedBytes, totalBytes, lastTrafficAt }
}

const iso = (date: Date | null) => date?.toISOString() ?? null

function profileOf(card: UserCard, now: Date) {
  const {
    id,
    userName,
    emailVerified,
    language,
    inviteCode,
    inviterId,
    inviterName,
    blockedReason,
    hasTotp,
    passkeys,
  } = card
  return {
    id,
    userName,
    email: card.email && maskAddress(card.email),
    emailVerified,
    language,
    createdAt: card.createdAt.toISOString(),
    inviteCode,
    inviter: inviterId !== null && inviterName !== null ? { id: inviterId, userName: inviterName } : null,
    state: blockedReason === null ? serviceState(card, now) : ('blocked' as const),
    blockedReason,
    pausedAt: iso(card.pausedAt),
    lockedAt: iso(card.lockedAt),
    deleteAfter: iso(card.deleteAfter),
    deletionByStaff: card.isDeletionByStaff,
    hasTotp,
    passkeys,
    firstConnectedAt: iso(card.firstConnectedAt),
    lastTrafficAt: iso(card.lastTrafficAt),
  }
}

function packageOf(card: UserCard, { language, now }: Pick<StaffCtx, 'language' | 'now'>): ShownUser['package'] {
  if (card.packageId === null || card.packageName === null) return null
  return {
    id: card.packageId,
    name: inLanguage(card.packageName, card.packageNames, language),
    period: card.period,
    expiresAt: iso(card.expiresAt),
    startsBy: iso(waitsUntil(card, now)),
    bankedSeconds: card.bankedSeconds,
    autoRenew: card.autoRenew,
    nextResetAt: iso(shownReset(card)),
    deviceLimit: card.deviceLimit,
    lineLimit: card.lineLimit,
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

function toLine({ language, now }: Pick<StaffCtx, 'language' | 'now'>, line: LineRow): ShownUser['lines'][number] {
  const { number, region, reason, nodeNames, since } = line
  const { state: nodeState, check: nodeCheck } = nodeHealth(line, now)
  return {
    number,
    region,
    reason,
    node: inLanguage(line.node, nodeNames, language),
    // The query leaves out removed lines.
    state: line.state as ShownUser['lines'][number]['state'],
    nodeState,
    nodeCheck,
    since: since.toISOString(),
  }
}
