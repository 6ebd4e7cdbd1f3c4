import type { Db, Queryable, Tx } from '../../platform/db.ts'

export type Reseller = {
  id: number
  title: string | null
  icon: string | null
  accent: string | null
  kfUrl: string | null
  jcUrl: string | null
  /** What its users are told to write or call. */
  contact: string | null
  senderName: string | null
  /** Origins that may show its pages in a frame: sites set by the operator and its own verified domains. */
  framedBy: string[]
  isWhitelisted: boolean
  suspendedAt: Date | null
}

export async function loadReseller(db: Db | Tx, id: number): Promise<Reseller | null> {
  const rows = await db.query<Reseller>({
    name: 'resellers.load',
    text: `select id, title, icon, accent, kf_url, jc_url, contact, sender_name, is_whitelisted, suspended_at,
        frame_origins || array(select 'https://' || host from reseller_domains
          where reseller_id = resellers.id and verified_at is not null order by host) as framed_by
      from resellers where id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

/** What a sale depends on, without the brand: an icon alone may have 64 KB. */
export type SellingTerms = {
  isWhitelisted: boolean
  suspendedAt: Date | null
  creditLimitFen: number
  commissionPercent: number
}

export async function loadSellingTerms(db: Queryable, id: number): Promise<SellingTerms | null> {
  const rows = await db.query<SellingTerms>({
    name: 'resellers.terms',
    text: `select is_whitelisted, suspended_at, credit_limit_fen, commission_percent from resellers where id = $1`,
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

export async function loadResellerByHost(db: Db | Tx, host: string): Promise<number | null> {
  const rows = await db.query<{ resellerId: number }>({
    name: 'resellers.by_host',
    text: `select reseller_id from reseller_domains where host = $1 and verified_at is not null`,
    values: [host],
  })
  return rows[0]?.resellerId ?? null
}

/** The verified domain a reseller wants its links on. */
export async function loadMainHost(db: Db | Tx, resellerId: number): Promise<string | null> {
  const rows = await db.query<{ host: string }>({
    name: 'resellers.main_host',
    text: `select host from reseller_domains where reseller_id = $1 and is_main and verified_at is not null`,
    values: [resellerId],
  })
  return rows[0]?.host ?? null
}
