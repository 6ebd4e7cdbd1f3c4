import type { Db, Tx, Queryable } from '../../platform/db/db.ts'

export type Reseller = {
  id: number
  title: string | null
  /** The name that the owner gave when opening the agency. */
  agencyName: string | null
  icon: string | null
  accent: string | null
  kfUrl: string | null
  jcUrl: string | null
  /** What its users are told to write to or call. */
  contact: string | null
  senderName: string | null
  /** Regions have a globe instead of their flag. */
  hidesFlags: boolean
  /** Origins that may show its pages in a frame: sites set by the operator and its own verified domains. */
  framedBy: string[]
  isWhitelisted: boolean
  suspendedAt: Date | null
  /** For the reseller's own staff; while not suspended, the reason of an earlier suspension. */
  suspendedReason: string | null
}

export async function loadReseller(db: Db | Tx, id: number): Promise<Reseller | null> {
  const rows = await db.query<Reseller>({
    name: 'resellers.load',
    text: `select id, title, agency_name, icon, accent, kf_url, jc_url, contact, sender_name, hides_flags, is_whitelisted, suspended_at,
        suspended_reason,
        frame_origins || array(select 'https://' || host from reseller_domains
          where reseller_id = resellers.id and verified_at is not null order by host) as framed_by
      from resellers where id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

export async function findWhitelist(db: Db | Tx): Promise<number[]> {
  const rows = await db.kysely
    .selectFrom('resellers')
    .select('id')
    .where('isWhitelisted', '=', true)
    .where('suspendedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Null for the platform's own resellers, which no account runs. */
export async function loadOwnerName(db: Queryable, resellerId: number): Promise<string | null> {
  const rows = await db.query<{ userName: string }>({
    name: 'resellers.owner_name',
    text: `select a.user_name from resellers r join accounts a on a.reseller_id = r.owner_reseller_id and a.id = r.owner_account_id
      where r.id = $1`,
    values: [resellerId],
  })
  return rows[0]?.userName ?? null
}
