import type { Queryable } from '../db/db.ts'

/** Where the items of a channel wait, each for the one who sends it: a webhook, a bot. The names are those of the schema. */
export type Outbox = {
  /** Begins the names of its statements. */
  name: string
  items: string
  senders: string
  /** Columns of an item: its sender, and what it is about, of which one leaves at a time. */
  sender: string
  object: string
  /** An item that is tried again later holds up those behind it. */
  keepsOrder: boolean
  /** What a claimed item `i` brings along, and from where. */
  columns: string
  beside?: { table: string; on: string }
  /** Whether sender `s` sends at all. */
  isOn: string
  /** How many senders send at once; the others wait. */
  most?: number
}
type Lease = { id: string; sender: string }

/**
 * One process sends for a sender at a time: only so are order and limits kept. And only some senders at once, so that
 * receivers that never answer leave room for other jobs.
 */
export async function takeLease(db: Queryable, box: Outbox, lease: Lease, now: Date, until: Date): Promise<boolean> {
  const text = `update ${box.senders} set sender = $2, sending_until = $4
     where id = $1 and (sender = $2 or ((sending_until is null or sending_until <= $3)
       and ($5::integer is null or (select count(*) from ${box.senders} o where o.sending_until > $3) < $5)))
    returning id`
  const rows = await ask(db, box, 'take_lease', text, [lease.id, lease.sender, now, until, box.most ?? null])
  return rows.length === 1
}

export async function endLease(db: Queryable, box: Outbox, { id, sender }: Lease): Promise<void> {
  const text = `update ${box.senders} set sender = null, sending_until = null where id = $1 and sender = $2`
  await ask(db, box, 'end_lease', text, [id, sender])
}

/** Nothing of the same object is before item `i` and has not ended. */
const isFirst = ({ items, sender, object, keepsOrder }: Outbox) =>
  `not exists (select from ${items} p where p.${sender} = i.${sender} and p.${object} = i.${object}
     and p.state in ('waiting', 'sending')
     and ${keepsOrder ? 'p.id < i.id' : '(p.not_before, p.id) < (i.not_before, i.id)'})`

/** The oldest that are due, one of each object. */
export function claim<C>(db: Queryable, box: Outbox, id: string, now: Date, size: number): Promise<C[]> {
  const { items, sender, columns, beside } = box
  const text = `with due as (
       select i.id from ${items} i where i.${sender} = $1 and i.state = 'waiting' and i.not_before <= $2 and ${isFirst(box)}
        order by i.not_before, i.id limit $3)
     update ${items} i set state = 'sending', tries = i.tries + 1 from due${beside ? `, ${beside.table}` : ''}
      where i.id = due.id ${beside ? `and ${beside.on}` : ''} returning ${columns}`
  return ask<C>(db, box, 'claim', text, [id, now, size])
}

/** When this sender has something to send; null: nothing waits, or it sends no more. */
export async function loadNextDue(db: Queryable, box: Outbox, id: string): Promise<Date | null> {
  const { items, senders, sender, isOn } = box
  const text = `select greatest(min(i.not_before), s.paused_until) as at
      from ${senders} s join ${items} i on i.${sender} = s.id and i.state = 'waiting' ${box.keepsOrder ? `and ${isFirst(box)}` : ''}
     where s.id = $1 and ${isOn} group by s.id`
  const rows = await ask<{ at: Date }>(db, box, 'next_due', text, [id])
  return rows[0]?.at ?? null
}

/** Senders with something to send now and nobody who does. */
export function findIdle(db: Queryable, box: Outbox, now: Date): Promise<{ id: string }[]> {
  const { items, senders, sender, isOn } = box
  const text = `select s.id from ${senders} s
     where ${isOn} and (s.sending_until is null or s.sending_until <= $1) and (s.paused_until is null or s.paused_until <= $1)
       and (exists (select from ${items} i where i.${sender} = s.id and i.state = 'waiting' and i.not_before <= $1)
         or exists (select from ${items} i where i.${sender} = s.id and i.state = 'sending'))`
  return ask(db, box, 'idle', text, [now])
}

function ask<R>(db: Queryable, { name }: Outbox, what: string, text: string, values: unknown[]): Promise<R[]> {
  return db.query<R & object>({ name: `${name}.${what}`, text, values })
}
