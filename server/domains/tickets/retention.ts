import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const ticketsRetention: readonly RetentionRule[] = [
  // Uploaded, but its message was not sent within a day. Pictures show more than words do, so those of a ticket go 90 days
  // after its closing; one that was opened again keeps them.
  {
    table: 'ticket_pictures',
    condition: `message_id is null and created_at < $1
      or exists (select from ticket_messages m join tickets t on t.reseller_id = m.reseller_id and t.id = m.ticket_id
           where m.reseller_id = ticket_pictures.reseller_id and m.id = ticket_pictures.message_id
             and t.state = 'closed' and t.closed_at < $1::timestamptz - interval '89 days')`,
    olderThanMs: DAY_MS,
  },
  // Uploaded, but its template was not saved within a day.
  { table: 'template_pictures', condition: 'template_id is null and created_at < $1', olderThanMs: DAY_MS },
  // The same text counts for a day.
  { table: 'ticket_texts', condition: 'created_at < $1', olderThanMs: DAY_MS },
  // The messages go with their ticket.
  { table: 'tickets', condition: `state = 'closed' and closed_at < $1`, olderThanMs: 2 * 365 * DAY_MS },
]
