import { inTx, type StaffCtx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { staffActor, writeAudit } from '../audit/audit.ts'
import { findMembersWith } from '../staff/team/find-members-with.ts'
import { getLocked, getSeenTicket, ticketSubject } from './answer-ticket.ts'
import { saveTicket, type TicketRow } from './queries.ts'

/** Whose turn it is: the team that holds the ticket. Key 0 has no staff of its own. */
const teamOf = (resellerId: number, { holder }: Pick<TicketRow, 'holder'>) =>
  holder === 'operator' || resellerId === 0 ? null : resellerId

/** Members who could take this ticket. */
export async function findAnswering(ctx: StaffCtx, ticketId: number): Promise<{ staffId: number; name: string }[]> {
  const ticket = await getSeenTicket(ctx, ticketId)
  const members = await findMembersWith(ctx.db, teamOf(ctx.resellerId, ticket), 'tickets.answer')
  return members.map(({ id, name }) => ({ staffId: id, name }))
}

/** To a member who may answer, or to nobody. The user learns nothing of it. */
export function assignTicket(ctx: StaffCtx, ticketId: number, staffId: number | null): Promise<void> {
  return inTx(ctx, async (tx) => {
    const ticket = await getLocked(tx, ticketId)
    const members = await findMembersWith(tx.db, teamOf(tx.resellerId, ticket), 'tickets.answer')
    const member = members.find(({ id }) => id === staffId)
    if (staffId !== null && !member) fail('object.unknown')
    if (ticket.state === 'closed') fail('help.wrong_state')
    if (ticket.assigneeId === staffId) return
    const { resellerId, now } = tx
    await saveTicket(tx.db, { resellerId, ticketId }, { assigneeId: staffId })
    const entry = { resellerId, actor: staffActor(tx), subject: ticketSubject(ticketId) }
    const detail = member ? { name: member.name } : {}
    await writeAudit(tx.db, { ...entry, action: member ? 'ticket.assigned' : 'ticket.unassigned', detail }, now)
  })
}

/** A membership that ended, or lost the permission, keeps no ticket from the others. */
export async function freeAssigned(db: Db): Promise<void> {
  const assigned = await db.query<{ team: number | null; staffId: number }>({
    name: 'tickets.assigned',
    text: `select distinct case when t.holder = 'operator' or t.reseller_id = 0 then null else t.reseller_id end as team,
                  t.assignee_id as staff_id
             from tickets t where t.assignee_id is not null and t.state <> 'closed'`,
    values: [],
  })
  for (const team of new Set(assigned.map((one) => one.team))) {
    const able = new Set((await findMembersWith(db, team, 'tickets.answer')).map(({ id }) => id))
    const gone = assigned.filter((one) => one.team === team && !able.has(one.staffId)).map(({ staffId }) => staffId)
    if (gone.length > 0) await free(db, team, gone)
  }
}

async function free(db: Db, team: number | null, staffIds: readonly number[]): Promise<void> {
  await db.query({
    name: 'tickets.free',
    text: `update tickets set assignee_id = null
            where assignee_id = any($2::bigint[]) and state <> 'closed'
              and case when holder = 'operator' or reseller_id = 0 then $1::integer is null else reseller_id = $1 end`,
    values: [team, staffIds],
  })
}
