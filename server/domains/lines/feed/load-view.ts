import { brandOf } from '../../../../contract/brand.ts'
import type { SpeedMode } from '../../../../contract/lines.ts'
import { inLanguage } from '../../../platform/by-language.ts'
import type { Ctx } from '../../../platform/context.ts'
import { serviceState } from '../../packages/subscription.ts'
import { linksOn } from '../../resellers/reseller-by-host.ts'
import { openCredential } from '../credential.ts'
import { hashFeedToken } from './load-link.ts'
import { loadLinked, type LinkedAccount, type LinkedLine } from './queries.ts'
import type { ClientLine, FeedView } from './types.ts'

type ViewCtx = Pick<Ctx, 'db' | 'config' | 'now'>

/** What a feed's address leads to; null for one that leads nowhere, whatever the cause. */
export async function loadFeedView(ctx: ViewCtx, token: string): Promise<FeedView | null> {
  const account = await loadLinked(ctx.db, hashFeedToken(token))
  if (!account) return null
  const link = linksOn(ctx.config, account.resellerId, account.mainHost)
  const open = account.lines.filter((line) => !line.inMaintenance)
  const reason =
    reasonOf(account, ctx.now) ?? (open.length > 0 ? null : account.lines.length > 0 ? 'maintenance' : 'lines')
  return {
    title: account.brandTitle ?? brandOf(account.resellerId).title,
    language: account.language,
    reason,
    usedBytes: account.usedBytes,
    totalBytes: account.totalBytes,
    expiresAt: account.expiresAt,
    timeZone: ctx.config.businessTz,
    speedMode: account.speedMode,
    lines: reason
      ? []
      : orderLines(
          open.map((line) => toClientLine(ctx, account, line)),
          account.speedMode,
        ),
    url: link(`/sub/${token}`),
    portalUrl: link('/'),
  }
}

/** From the account itself: until its lines are aligned, they are not yet what it says. */
function reasonOf(account: LinkedAccount, now: Date): FeedView['reason'] {
  if (account.lockedAt) return 'locked'
  const state = serviceState(account, now)
  if (state !== 'active') return state
  return account.usedBytes >= account.totalBytes ? 'quota' : null
}

function toClientLine(ctx: ViewCtx, account: LinkedAccount, line: LinkedLine): ClientLine {
  const { sealedCredential, inMaintenance: _, names, ...shown } = line
  const credential = openCredential(ctx.config, account, Buffer.from(sealedCredential, 'base64'))
  const name = inLanguage(line.name, names, account.language)
  // Settings were checked against their protocol when the node was saved.
  return { ...shown, name, credential } as ClientLine
}

/** Best first for the mode, then by name: a document that did not change is the same text again. */
function orderLines(lines: readonly ClientLine[], mode: SpeedMode): ClientLine[] {
  const rank = (line: ClientLine) => (line.suits.includes(mode) ? 0 : 1)
  const price = (line: ClientLine) => (mode === 'saver' ? line.ratePercent : 0)
  return lines.toSorted(
    (a, b) => price(a) - price(b) || rank(a) - rank(b) || a.name.localeCompare(b.name, 'en') || a.port - b.port,
  )
}
