import type { Language } from '../../../../contract/languages.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { RoleColumns } from '../../staff/role-permissions.ts'

export type SummaryWish = { hour: number; byMail: boolean; byChat: boolean }
type Shown = { wish: SummaryWish | null; canMail: boolean; canChat: boolean }

export async function loadSummary(db: Queryable, staffId: number): Promise<Shown | null> {
  const rows = await db.query<{ hour: number | null; byMail: boolean; byChat: boolean } & Omit<Shown, 'wish'>>({
    name: 'office.summary',
    text: `select s.hour, coalesce(s.by_mail, false) as by_mail, coalesce(s.by_chat, false) as by_chat,
        m.email is not null and m.email_verified_at is not null as can_mail,
        exists (select from telegram_bindings b where b.staff_id = m.id and b.blocked_at is null) as can_chat
      from staff m left join staff_summaries s on s.staff_id = m.id where m.id = $1`,
    values: [staffId],
  })
  const row = rows[0]
  if (!row) return null
  const { hour, byMail, byChat, ...can } = row
  return { wish: hour === null ? null : { hour, byMail, byChat }, ...can }
}

/** Keeps the day that was told last: whoever moves the hour hears no day twice. */
export async function saveSummary(db: Tx, staffId: number, { hour, byMail, byChat }: SummaryWish): Promise<void> {
  await db.query({
    name: 'office.save_summary',
    text: `insert into staff_summaries (staff_id, hour, by_mail, by_chat) values ($1, $2, $3, $4)
      on conflict (staff_id) do update set hour = excluded.hour, by_mail = excluded.by_mail, by_chat = excluded.by_chat`,
    values: [staffId, hour, byMail, byChat],
  })
}

export async function dropSummary(db: Tx, staffId: number): Promise<void> {
  await db.kysely.deleteFrom('staffSummaries').where('staffId', '=', staffId).execute()
}

export type Due = Omit<SummaryWish, 'hour'> & RoleColumns & { staffId: number; name: string; language: Language }

/** Who wants it by now and has not heard of the day. A suspended reseller's members hear nothing. */
export function findDue(db: Queryable, hour: number, day: string): Promise<Due[]> {
  return db.query<Due>({
    name: 'office.due_summaries',
    text: `select m.id as staff_id, m.name, m.language, m.reseller_id, m.role, r.name as own_role,
        r.permissions as own_permissions, s.by_mail, s.by_chat
      from staff_summaries s join staff m on m.id = s.staff_id and m.removed_at is null
        left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
        left join resellers o on o.id = m.reseller_id
      where s.hour <= $1 and s.last_day is distinct from $2::date and o.suspended_at is null
      order by m.reseller_id, m.id`,
    values: [hour, day],
  })
}

/** False when the member has heard of the day. */
export async function markTold(db: Tx, staffId: number, day: string): Promise<boolean> {
  const rows = await db.query({
    name: 'office.summary_told',
    text: `update staff_summaries set last_day = $2::date where staff_id = $1 and last_day is distinct from $2::date
      returning staff_id`,
    values: [staffId, day],
  })
  return rows.length === 1
}
