import { limits } from '../../../contract/limits.ts'
import type { StaffCtx } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { staffActor, writeAudit } from '../audit/audit.ts'
import { getSeenTicket, ticketSubject } from './answer-ticket.ts'
import { cleanText } from './ticket-text.ts'

/** Most notes of one ticket that its thread shows. */
const NOTES_SHOWN = 200

export type NoteRow = { id: number; side: 'reseller' | 'operator'; member: string | null; body: string; at: Date }

/** A word to colleagues, on every side that sees the ticket. Nobody is told, and nobody's wait changes. */
export async function writeNote(
  tx: StaffCtx & { db: Tx },
  { ticketId, text }: { ticketId: number; text: string },
): Promise<number> {
  const body = cleanText(text, limits.ticketNoteMax)
  await getSeenTicket(tx, ticketId)
  const { resellerId, now, actor } = tx
  const side = actor.resellerId === null ? 'operator' : 'reseller'
  const { id } = await tx.db.kysely
    .insertInto('ticketNotes')
    .values({ resellerId, ticketId, side, staffId: actor.staffId, body, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = { resellerId, actor: staffActor(tx), action: 'ticket.noted', subject: ticketSubject(ticketId) }
  await writeAudit(tx.db, { ...entry, detail: { bodyLength: [...body].length } }, now)
  return id
}

/** Message ids; null: from the beginning, until now. */
type Between = { fromId: number | null; beforeId: number | null }

/** Those that were written in the time of a page of messages, oldest first. */
export async function findNotes(
  db: Queryable,
  { resellerId, ticketId }: { resellerId: number; ticketId: number },
  { fromId, beforeId }: Between,
): Promise<NoteRow[]> {
  const rows = await db.query<NoteRow>({
    name: 'tickets.notes',
    text: `select n.id, n.side, s.name as member, n.body, n.created_at as at
             from ticket_notes n left join staff s on s.id = n.staff_id
            where n.reseller_id = $1 and n.ticket_id = $2
              and ($3::bigint is null
                   or n.created_at >= (select created_at from ticket_messages where reseller_id = $1 and id = $3))
              and ($4::bigint is null
                   or n.created_at < (select created_at from ticket_messages where reseller_id = $1 and id = $4))
            order by n.id desc limit ${NOTES_SHOWN}`,
    values: [resellerId, ticketId, fromId, beforeId],
  })
  return rows.toReversed()
}
