import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'

type Writer = { isNew: boolean; hasPaid: boolean; hasLine: boolean }

/** Who wrote: a payment is money that came in, a card key that was redeemed, or a package that was sold. */
export async function loadWriter(db: Tx, { resellerId, accountId }: Owner, newSince: Date): Promise<Writer> {
  const rows = await db.query<Writer>({
    name: 'tickets.writer',
    text: `select a.created_at > $3 as is_new,
                  exists (select from payments p where p.reseller_id = $1 and p.account_id = $2
                             and p.state in ('paid', 'refunded'))
                    or exists (select from cards c where c.reseller_id = $1 and c.redeemed_by = $2)
                    or exists (select from orders o where o.reseller_id = $1 and o.account_id = $2 and o.total_fen > 0
                                  and o.paid_by is not null) as has_paid,
                  exists (select from lines l where l.reseller_id = $1 and l.account_id = $2 and l.state = 'active')
                    as has_line
             from accounts a where a.reseller_id = $1 and a.id = $2`,
    values: [resellerId, accountId, newSince],
  })
  return rows[0] ?? { isNew: true, hasPaid: false, hasLine: false }
}

type Written = Owner & { ticketId: number; textHash: Buffer; now: Date }

export async function insertText(db: Tx, { resellerId, accountId, ticketId, textHash, now }: Written): Promise<void> {
  await db.query({
    name: 'tickets.insert_text',
    text: `insert into ticket_texts (reseller_id, ticket_id, text_hash, account_id, created_at) values ($1, $2, $3, $4, $5)
           on conflict (reseller_id, ticket_id, text_hash) do update set created_at = excluded.created_at`,
    values: [resellerId, ticketId, textHash, accountId, now],
  })
}

/** Other tickets with this text: how many of the same user, and how many other users wrote it. */
export async function countSame(
  db: Tx,
  { resellerId, accountId, ticketId, textHash }: Omit<Written, 'now'>,
  since: Date,
): Promise<{ own: number; others: number }> {
  const rows = await db.query<{ own: number; others: number }>({
    name: 'tickets.count_same',
    text: `select count(*) filter (where account_id = $2)::integer as own,
                  count(distinct account_id) filter (where account_id <> $2)::integer as others
             from (select account_id from ticket_texts
                    where reseller_id = $1 and text_hash = $3 and created_at > $4 and ticket_id <> $5
                    order by created_at desc limit 200) same`,
    values: [resellerId, accountId, textHash, since, ticketId],
  })
  return rows[0]!
}

/** For a deleted account. */
export async function deleteTexts(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'tickets.delete_texts',
    text: 'delete from ticket_texts where reseller_id = $1 and account_id = $2',
    values: [resellerId, accountId],
  })
}
