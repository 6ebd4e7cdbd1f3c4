import { brandOf } from '../../../contract/brand.ts'
import type { SpeedMode } from '../../../contract/lines.ts'
import type { Ctx } from '../../platform/context.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { clientPlace } from '../lines/connection/client-place.ts'
import type { ClientLine, FeedHead, FeedView } from '../lines/connection/types.ts'
import { openCredential } from '../lines/credential.ts'
import { linksOn } from '../resellers/reseller-by-host.ts'
import { serviceState } from '../subscriptions/subscription.ts'
import type { KeptFeed, KeptFeeds } from './kept-feeds.ts'
import { hashFeedToken } from './load-link.ts'
import { loadLinked, type LinkedAccount, type LinkedLine } from './queries.ts'

type OpenedLine = Omit<LinkedLine, 'sealedCredential'> & { credential: string }
type ViewCtx = Pick<Ctx, 'db' | 'config' | 'now'>

export type LoadedFeed = {
  account: LinkedAccount
  head: FeedHead
  /** Adds the lines, for a document that is not cached yet. */
  view(): FeedView
  documents: KeptFeed['documents']
}

/** Loads the feed of an address; null for any invalid address, with no difference by cause. */
export async function loadFeed(ctx: ViewCtx, token: string, feeds: KeptFeeds): Promise<LoadedFeed | null> {
  const tokenHash = hashFeedToken(token)
  const name = tokenHash.toString('base64')
  const known = feeds.find(name)
  const account = await loadLinked(ctx.db, tokenHash, known?.stamp ?? null, ctx.now)
  if (!account) return null
  const { lines, documents } =
    account.lines === null && known
      ? known
      : feeds.keep(name, { stamp: account.stamp, lines: account.lines ?? [], documents: new Map() })
  const open = lines.filter((line) => !line.inMaintenance)
  const link = linksOn(ctx.config, account.resellerId, account.mainHost)
  const reason = reasonOf(account, ctx.now)
  const head: FeedHead = {
    title: account.brandTitle ?? brandOf(account.resellerId).title,
    language: account.language,
    reason: reason ?? (open.length > 0 ? null : lines.length > 0 ? 'maintenance' : 'lines'),
    isOnLifeline: (reason === 'expired' || reason === 'quota') && account.lifelineUntil !== null && open.length > 0,
    usedBytes: account.usedBytes,
    usedUpBytes: account.usedUpBytes,
    refillsAt: account.nextResetAt,
    totalBytes: account.totalBytes,
    expiresAt: endOf(account, reason),
    timeZone: ctx.config.businessTz,
    speedMode: account.speedMode,
    url: link(`/sub/${token}`),
    portalUrl: link('/'),
    supportUrl: account.kfUrl ?? link('/hosted/help'),
  }
  return { account, head, documents, view: () => viewOf(head, () => openLines(ctx, account, open)) }
}

/** The lines of a user on a lifeline stay: through them the portal and the cashier can be reached. */
function viewOf(head: FeedHead, open: () => readonly OpenedLine[]): FeedView {
  if (head.isOnLifeline) return { ...head, reason: null, lines: toClientLines(open(), head) }
  return { ...head, lines: head.reason ? [] : toClientLines(open(), head) }
}

/** Reads the account itself: its lines may not be aligned with it yet. */
function reasonOf(account: LinkedAccount, now: Date): FeedHead['reason'] {
  if (account.lockedAt) return 'locked'
  const state = serviceState(account, now)
  if (state !== 'active') return state
  return account.usedBytes >= account.totalBytes ? 'quota' : null
}

/**
 * Banked time has no end, and clients read none as never: what is stopped ended when it was stopped, and where there is
 * nothing to end, with the account's beginning.
 */
function endOf({ lockedAt, pausedAt, expiresAt, createdAt }: LinkedAccount, reason: FeedHead['reason']): Date | null {
  if (reason === 'locked') return lockedAt
  if (reason === 'paused') return pausedAt
  return reason === 'none' || reason === 'expired' ? (expiresAt ?? createdAt) : expiresAt
}

/** Only for a document that is written again: it takes as long as writing it. */
function openLines({ config }: ViewCtx, account: LinkedAccount, lines: readonly LinkedLine[]): OpenedLine[] {
  return lines.map(({ sealedCredential, ...shown }) => ({
    ...clientPlace(shown, account),
    credential: openCredential(config, account, Buffer.from(sealedCredential, 'base64')),
  }))
}

function toClientLines(lines: readonly OpenedLine[], { language, speedMode }: FeedHead): ClientLine[] {
  const shown = lines.map((opened) => {
    const { inMaintenance: _, names, ...line } = opened
    const name = inLanguage(line.name, names, language)
    // The settings were checked against their protocol when the node was saved.
    return { ...line, name } as ClientLine
  })
  return orderLines(shown, speedMode)
}

/** Best first for the mode, then by name, so that an unchanged document has the same text. */
function orderLines(lines: readonly ClientLine[], mode: SpeedMode): ClientLine[] {
  const rank = (line: ClientLine) => (line.suits.includes(mode) ? 0 : 1)
  const price = (line: ClientLine) => (mode === 'saver' ? line.ratePercent : 0)
  return lines.toSorted(
    (a, b) => price(a) - price(b) || rank(a) - rank(b) || a.name.localeCompare(b.name, 'en') || a.port - b.port,
  )
}
