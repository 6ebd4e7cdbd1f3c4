import { DAY_MS } from '../../../contract/durations.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { TicketRow } from './queries.ts'
import { countSame, insertText, loadWriter } from './spam-queries.ts'
import { hasLink, textHash } from './spam-signs.ts'

/** When this many other tickets of the user, or other users, have the same text, the next one is held. */
const SAME_MAX = 2

type Known = Pick<TicketRow, 'firstAnsweredAt' | 'heldAt' | 'releasedAt' | 'holder'>
type Written = { ticketId: number; body: string; ticket: Known | null }

/**
 * Whether staff should read this message before it counts as one. A thread that staff have taken up is never held again.
 * Who has paid may write links; in an outage many write the same, so among several users only those without a payment and
 * without a line are held for it.
 */
export async function looksLikeSpam(
  { db, owner, now, config }: Pick<Ctx<'user'>, 'now' | 'config'> & { db: Tx; owner: Owner },
  { ticketId, body, ticket }: Written,
): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS)
  const written = { ...owner, ticketId, textHash: textHash(body) }
  const same = await countSame(db, written, since)
  await insertText(db, { ...written, now })
  if (ticket?.heldAt) return true
  if (ticket && (ticket.firstAnsweredAt || ticket.releasedAt || ticket.holder === 'operator')) return false
  if (same.own >= SAME_MAX) return true
  const leadsAway = hasLink(body, new URL(config.publicUrl).host)
  if (!leadsAway && same.others < SAME_MAX) return false
  const { isNew, hasPaid, hasLine } = await loadWriter(db, owner, since)
  return (leadsAway && isNew && !hasPaid) || (same.others >= SAME_MAX && !hasPaid && !hasLine)
}
