import type { Language } from '../../../contract/languages.ts'
import type { Asker, Db, Queryable, Tx } from '../../platform/db/db.ts'

export type StaffLogin = {
  id: number
  resellerId: number | null
  name: string
  email: string | null
  language: Language
  passwordHash: string
  totpSecret: Buffer | null
  totpConfirmedAt: Date | null
  passkeys: number
  isDemo: boolean
}

const LOGIN = `select m.id, m.reseller_id, m.name, case when m.email_verified_at is not null then m.email end as email,
                      m.language, m.password_hash, m.is_demo, m.totp_secret, m.totp_confirmed_at,
                      (select count(*)::integer from staff_passkeys p where p.staff_id = m.id) as passkeys
                 from staff m`

/** A removed member is not found. */
export async function loadStaffByName(db: Asker, name: string): Promise<StaffLogin | null> {
  const text = `${LOGIN} where lower(m.name) = lower($1) and m.removed_at is null`
  const rows = await db.query<StaffLogin>({ name: 'staff.by_name', text, values: [name] })
  return rows[0] ?? null
}

export async function loadStaff(db: Db | Tx, id: number): Promise<StaffLogin | null> {
  const text = `${LOGIN} where m.id = $1 and m.removed_at is null`
  const rows = await db.query<StaffLogin>({ name: 'staff.by_id', text, values: [id] })
  return rows[0] ?? null
}

/** The office that a platform member last entered or left. */
export async function loadOffice(db: Queryable, actor: string): Promise<{ resellerId: number; isIn: boolean } | null> {
  const rows = await db.query<{ resellerId: number; isIn: boolean }>({
    name: 'staff.office',
    text: `select reseller_id, action = 'office.entered' as is_in from audit_log
      where actor = $1 and action in ('office.entered', 'office.left') and reseller_id is not null
      order by id desc limit 1`,
    values: [actor],
  })
  return rows[0] ?? null
}

/** False when a code of this step or a later one was already used. */
export async function spendStaffStep(db: Db | Tx, id: number, secret: Buffer, step: number): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.spend_step',
    text: 'update staff set totp_step = $3 where id = $1 and totp_secret = $2 and totp_step < $3 returning id',
    values: [id, secret, step],
  })
  return rows.length === 1
}

export async function spendStaffRecoveryCode(db: Db | Tx, id: number, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.spend_recovery',
    text: `update staff_recovery_codes set used_at = $3
            where staff_id = $1 and code_hash = $2 and used_at is null returning staff_id`,
    values: [id, hash, now],
  })
  return rows.length === 1
}

export async function countStaffRecoveryCodes(db: Db | Tx, id: number): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'staff.count_recovery',
    text: 'select count(*) from staff_recovery_codes where staff_id = $1 and used_at is null',
    values: [id],
  })
  return rows[0]!.count
}

export type EnterableRow = {
  id: number
  title: string | null
  agencyName: string | null
  icon: string | null
  accent: string | null
  isSuspended: boolean
}

/** Ordered by key, at most `limit`. */
export function findEnterable(db: Db | Tx, limit: number): Promise<EnterableRow[]> {
  return db.query<EnterableRow>({
    name: 'staff.enterable',
    text: `select id, title, agency_name, icon, accent, suspended_at is not null as is_suspended from resellers order by id limit $1`,
    values: [limit],
  })
}
