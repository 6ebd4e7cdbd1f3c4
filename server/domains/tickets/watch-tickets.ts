import { HOUR_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { inTx } from '../../platform/context.ts'
import type { Db, Queryable, Tx } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { withOwnRules } from '../alerts/alert-rules.ts'
import { closeAlert, raiseAlert } from '../alerts/alerts.ts'
import { emit } from '../events/emit.ts'
import { aboutTicket } from './about-ticket.ts'
import { freeAssigned } from './assign-ticket.ts'
import type { TicketRow } from './queries.ts'

const KIND = 'ticket.waiting'

/** The job that tells of users who wait too long, closes what nobody came back to, and frees what left members had. */
export async function watchTickets(ctx: JobCtx): Promise<void> {
  await inTx(ctx, async (tx) => {
    for (const ticket of await closeRested(tx.db, tx.now))
      await emit(tx, 'ticket.closed', aboutTicket(ticket.resellerId, ticket))
  })
  await freeAssigned(ctx.db)
  const { alerts } = await withOwnRules(ctx.db, ctx.config)
  const hours = alerts.ticketWaitH
  const late = await findLate(ctx.db, new Date(ctx.now.getTime() - hours * HOUR_MS))
  await inTx(ctx, async (tx) => {
    for (const { holder, count } of late) {
      const alert = { resellerId: holder, kind: KIND, subject: subjectOf(holder), detail: { count, hours } } as const
      await raiseAlert(tx.db, alert, tx.now)
    }
    const subjects = late.map(({ holder }) => subjectOf(holder))
    for (const { subject } of await findRaised(tx.db)) {
      if (!subjects.includes(subject)) await closeAlert(tx.db, { kind: KIND, subject }, tx.now)
    }
  })
}

const subjectOf = (resellerId: number) => `reseller:${resellerId}`

/** How many wait too long at each reseller; what was handed over waits at the platform, as all of key 0. */
function findLate(db: Db, before: Date): Promise<{ holder: number; count: number }[]> {
  return db.query<{ holder: number; count: number }>({
    name: 'tickets.late',
    text: `select case holder when 'operator' then 0 else reseller_id end as holder, count(*)::integer as count
             from tickets where state = 'open' and held_at is null and waits_since < $1 group by 1 order by 1`,
    values: [before],
  })
}

/** Since when the first in the queue waits. */
export async function loadLongestWait(db: Queryable): Promise<Date | null> {
  const rows = await db.query<{ since: Date | null }>({
    name: 'tickets.longest_wait',
    text: `select min(waits_since) as since from tickets where state = 'open' and held_at is null`,
  })
  return rows[0]?.since ?? null
}

function findRaised(db: Tx): Promise<{ subject: string }[]> {
  return db.query<{ subject: string }>({
    name: 'tickets.raised',
    text: 'select subject from alerts where kind = $1 and resolved_at is null',
    values: [KIND],
  })
}

const CLOSED_AT_ONCE = 500
type Rested = Pick<TicketRow, 'id' | 'accountId' | 'category' | 'holder'> & { resellerId: number }

/** Goes through each reseller's queue: an answer that the user left without a reply for two weeks was the solution. */
function closeRested(db: Tx, now: Date): Promise<Rested[]> {
  return db.query<Rested>({
    name: 'tickets.close_rested',
    text: `update tickets t set state = 'closed', closed_at = $1, closed_by = 'time', waits_since = $1
             from resellers r
             join lateral (select q.id from tickets q
                            where q.reseller_id = r.id and q.state = 'answered' and q.waits_since < $2
                            order by q.waits_since limit ${CLOSED_AT_ONCE} for update skip locked) rested on true
            where t.reseller_id = r.id and t.id = rested.id
           returning t.id, t.reseller_id, t.account_id, t.category, t.holder`,
    values: [now, new Date(now.getTime() - limits.ticketRestMs)],
  })
}
